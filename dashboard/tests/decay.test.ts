import { describe, expect, it } from 'vitest';

import type { FactMeta, Preference, Settings } from 'rekindle-client';
import { endOfFact, faded, forecastOf } from '../src/logic/decay';

const NOW = new Date('2026-03-01T00:00:00Z');
const SETTINGS = {
  preferenceDecay: 'stepped',
  aboutDecay: 'halfLife',
  userProfileConfidenceDecayDays: 30,
} as Settings;

function preference(changes: Partial<Preference>): Preference {
  return {
    baseConfidence: 0.8,
    source: 'learned',
    lastUpdated: NOW.toISOString(),
    ...changes,
  } as Preference;
}

function daysFromNow(date: Date | null): number | null {
  return date && (date.getTime() - NOW.getTime()) / 86_400_000;
}

describe('faded', () => {
  it.each([
    [0, 0.8],
    [30, 0.8],
    [37.5, 0.6],
    [45, 0.4],
    [59, 0.4],
    [60, 0.4],
    [67.5, 0.3],
    [68, 0],
  ])('leaves of 0.8 after %d days %d', (age, left) => {
    expect(faded(0.8, age, 'stepped', 30)).toBeCloseTo(left, 6);
  });

  it('halves every thirty days by the other rule, and ends below a tenth', () => {
    expect(faded(0.8, 30, 'halfLife', 30)).toBe(0.4);
    expect(faded(0.8, 90, 'halfLife', 30)).toBe(0.1);
    expect(faded(0.8, 91, 'halfLife', 30)).toBe(0);
  });

  it('never fades where decay is off', () => {
    expect(faded(0.8, 10_000, 'none', 30)).toBe(0.8);
  });
});

describe('forecastOf', () => {
  it('tells when assistants are no longer told, and when it ends', () => {
    const forecast = forecastOf(preference({}), SETTINGS, NOW);

    expect(daysFromNow(forecast.untold)).toBeCloseTo(33.75, 0);
    expect(daysFromNow(forecast.ends)).toBeCloseTo(67.5, 0);
    expect(forecast.points[0]?.value).toBe(0.8);
    expect(forecast.points.at(-1)?.value).toBe(0);
  });

  it('counts the age that there is already', () => {
    const lastUpdated = new Date(NOW.getTime() - 45 * 86_400_000).toISOString();
    const forecast = forecastOf(preference({ lastUpdated }), SETTINGS, NOW);

    expect(forecast.points[0]?.value).toBe(0.4);
    expect(forecast.untold).toBeNull();
    expect(daysFromNow(forecast.ends)).toBeCloseTo(22.5, 0);
  });

  it('never ends what the user stated', () => {
    const forecast = forecastOf(preference({ source: 'manual' }), SETTINGS, NOW);

    expect(forecast.ends).toBeNull();
    expect(new Set(forecast.points.map((point) => point.value))).toEqual(new Set([0.8]));
  });

  it('never ends what lasts', () => {
    expect(forecastOf(preference({ ageing: 'lasting' }), SETTINGS, NOW).ends).toBeNull();
  });

  it('keeps what passes until its own end', () => {
    const validTo = new Date(NOW.getTime() + 10 * 86_400_000).toISOString();
    const forecast = forecastOf(preference({ ageing: 'passing', validTo }), SETTINGS, NOW);

    expect(daysFromNow(forecast.ends)).toBe(10);
    expect(forecast.points.at(-2)?.value).toBe(0.8);
  });

  it('says that what has ended by now ends now', () => {
    const lastUpdated = new Date(NOW.getTime() - 400 * 86_400_000).toISOString();

    expect(daysFromNow(forecastOf(preference({ lastUpdated }), SETTINGS, NOW).ends)).toBe(0);
  });
});

describe('endOfFact', () => {
  it('follows the half-life', () => {
    const meta = { source: 'learned', confidence: 0.8 } as FactMeta;
    expect(daysFromNow(endOfFact(meta, SETTINGS, NOW))).toBeCloseTo(90, 3);
  });

  it('never comes for what lasts, such as a name', () => {
    const meta = { source: 'learned', confidence: 0.8, ageing: 'lasting' } as FactMeta;
    expect(endOfFact(meta, SETTINGS, NOW)).toBeNull();
  });

  it('comes when the fact itself says so', () => {
    const validTo = '2026-03-11T00:00:00Z';
    const meta = { source: 'declared', confidence: 1, ageing: 'passing', validTo } as FactMeta;
    expect(daysFromNow(endOfFact(meta, SETTINGS, NOW))).toBe(10);
  });

  it('never comes for what was declared', () => {
    const meta = { source: 'declared', confidence: 1 } as FactMeta;
    expect(endOfFact(meta, SETTINGS, NOW)).toBeNull();
  });
});
