/**
 * Keeps the keyboard in its place when what had the focus goes away, such as the row of something
 * that was deleted: on its own row, the next one, or else the heading of its list or dialog.
 */
const CONTROLS = 'a[href], button, input, select, textarea, summary';

let focused: Element | null = null;
/** Where to go when it is gone, nearest first. */
let places: Element[] = [];

function placesAround(element: Element): Element[] {
  const row = element.closest('li, tr');
  const around = [element, row, row?.nextElementSibling, row?.previousElementSibling];
  for (let part = element.closest('section'); part; part = outer(part)) {
    around.push(part.querySelector('h2, h3'));
  }
  return around.filter((place) => place instanceof Element);
}

const outer = (part: Element) => part.parentElement?.closest('section') ?? null;

function follow({ target }: FocusEvent): void {
  if (!(target instanceof Element)) return;
  focused = target;
  // From a message or a dialog the way leads back to where one was before.
  if (!target.closest('.toasts, [role=dialog]')) places = placesAround(target);
}

function bringBack(): void {
  if (document.activeElement !== document.body || !focused || focused.isConnected) return;
  const place =
    // What is behind a modal dialog cannot take the focus.
    places.find((near) => near.isConnected && !near.closest('[inert]')) ??
    document.querySelector('[role=dialog] :is(h1, h2)') ??
    document.querySelector('main h1');
  const control = place?.matches('li, tr') ? (place.querySelector(CONTROLS) ?? place) : place;
  if (!(control instanceof HTMLElement)) return;
  if (!control.matches(CONTROLS)) control.tabIndex = -1;
  control.focus();
}

export function keepFocus(): void {
  document.addEventListener('focusin', follow);
  document.addEventListener('pointerdown', ({ target }) => {
    // Somebody who clicks beside everything leaves the focus on purpose.
    if (target instanceof Element && !target.closest(`${CONTROLS}, [tabindex]`)) {
      focused = null;
    }
  });
  const removed = new MutationObserver(() => requestAnimationFrame(bringBack));
  removed.observe(document.body, { childList: true, subtree: true });
}
