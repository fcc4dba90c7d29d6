/**
 * Keeps the keyboard in its place when what had the focus goes away, such as the row of something
 * that was deleted: on the next row, or else on the heading of its list.
 */
const CONTROLS = 'a[href], button, input, select, textarea, summary';

let last: Element | null = null;
/** Where to go from there, nearest first. */
let places: Element[] = [];

function placesAround(element: Element): Element[] {
  const row = element.closest('li, tr');
  const around = [element, row?.nextElementSibling, row?.previousElementSibling];
  for (let part = element.closest('section'); part; part = outer(part)) {
    around.push(part.querySelector('h2, h3'));
  }
  return around.filter((place) => place instanceof Element);
}

const outer = (part: Element) => part.parentElement?.closest('section') ?? null;

function follow({ target }: FocusEvent): void {
  if (!(target instanceof Element)) return;
  last = target;
  // A dialog or a menu goes back to what it was opened from.
  if (!target.closest('[role=dialog], [role=menu]')) places = placesAround(target);
}

function bringBack(): void {
  if (document.activeElement !== document.body || !last || last.isConnected) return;
  const place = places.find((near) => near.isConnected) ?? document.querySelector('main h1');
  const control = place?.matches('li, tr') ? (place.querySelector(CONTROLS) ?? place) : place;
  if (!(control instanceof HTMLElement)) return;
  if (!control.matches(CONTROLS)) control.tabIndex = -1;
  control.focus();
}

export function keepFocus(): void {
  document.addEventListener('focusin', follow);
  document.addEventListener('pointerdown', ({ target }) => {
    // Somebody who clicks beside everything leaves the focus on purpose.
    if (target instanceof Element && !target.closest(`${CONTROLS}, [tabindex]`)) last = null;
  });
  const removed = new MutationObserver(() => requestAnimationFrame(bringBack));
  removed.observe(document.body, { childList: true, subtree: true });
}
