import { expect, it } from 'vitest';

import {
  destinationOf,
  hoursFrom,
  isDoubtful,
  isOver,
  parametersOf,
  placeOf,
  tickedOf,
} from '../src/logic/access';

it('reads the parameters of a request', () => {
  expect(parametersOf('?client_id=a%20b&state=%26&scope=')).toEqual({
    client_id: 'a b',
    state: '&',
    scope: '',
  });
});

it('reads nothing of a request that says something twice', () => {
  expect(parametersOf('?client_id=a&client_id=b')).toBeNull();
});

it.each([
  ['127.0.0.1', 'here'],
  ['::1', 'here'],
  ['localhost', 'here'],
  ['cursor:', 'app'],
  ['client.example', 'site'],
  ['localhost.example', 'site'],
])('knows what is behind %s', (host, destination) => {
  expect(destinationOf(host)).toBe(destination);
});

it.each([
  ['https://client.example/callback?error=invalid_scope', 'client.example'],
  ['http://127.0.0.1:9999/', '127.0.0.1'],
  ['cursor://anysphere/callback', 'cursor:'],
])('names where %s leads', (url, place) => {
  expect(placeOf(url)).toBe(place);
});

it.each([
  ['client.example', 'client.example', false],
  ['client.example', 'localhost', true],
  ['client.example', '127.0.0.1', true],
  ['client.example', 'cursor:', true],
  [undefined, 'client.example', true],
])('warns of an app of %s that is answered at %s: %s', (host, redirectHost, expected) => {
  expect(isDoubtful({ host, redirectHost })).toBe(expected);
});

it('leaves it to the user to tick that an app may speak for them', () => {
  expect(tickedOf(['read', 'write', 'record'])).toEqual(['read', 'write']);
  expect(tickedOf(['record'])).toEqual([]);
});

it('tells what has expired', () => {
  const now = new Date('2026-03-01T12:00:00Z');
  expect(isOver({}, now)).toBe(false);
  expect(isOver({ expiresAt: '2026-03-01T12:00:01Z' }, now)).toBe(false);
  expect(isOver({ expiresAt: '2026-03-01T12:00:00Z' }, now)).toBe(true);
});

it('counts hours forth and back', () => {
  const now = new Date('2026-03-01T12:00:00Z');
  expect(hoursFrom(now, 24)).toBe('2026-03-02T12:00:00.000Z');
  expect(hoursFrom(now, -1)).toBe('2026-03-01T11:00:00.000Z');
});
