/** What the tab key reaches. */
const REACHED = ['a[href]', 'button', 'input', 'select', 'textarea', 'summary', '[tabindex]']
  .map((each) => `${each}:not(:disabled, [tabindex="-1"])`)
  .join();
/** Around all that belongs to one task: focus that is lost in it stays in it. */
const WHOLE = 'main, dialog, body';

/** An element and where it was, from its parent outwards. */
export interface Place {
  readonly element: Element;
  readonly path: readonly { readonly parent: Element; readonly index: number }[];
}

/** Where this element is now. */
export function placeOf(element: Element): Place {
  const path: { parent: Element; index: number }[] = [];
  for (let each = element; each.parentElement !== null && !each.matches(WHOLE); each = each.parentElement)
    path.push({ parent: each.parentElement, index: [...each.parentElement.children].indexOf(each) });
  return { element, path };
}

/**
 * Brings the focus to the element at this place. If it is gone or cannot be used, to what took its place, such as the next
 * row of a list, else to what is nearest, and if nothing is left, to the heading of the page.
 */
export function focusAt({ element, path }: Place): void {
  if (isUsable(element)) return (element as HTMLElement).focus();
  for (const { parent, index } of path) {
    if (!parent.isConnected) continue;
    const children = [...parent.children];
    const nearest = [...children.slice(index), ...children.slice(0, index).toReversed()];
    const next = nearest.flatMap(reachedIn)[0];
    if (next) return next.focus();
  }
  document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
}

const isUsable = (element: Element): boolean => element.isConnected && !element.matches(':disabled');

const reachedIn = (element: Element): HTMLElement[] =>
  [element, ...element.querySelectorAll(REACHED)].filter(
    (each): each is HTMLElement =>
      each instanceof HTMLElement && each.matches(REACHED) && each.getClientRects().length > 0,
  );

/**
 * Keeps the focus on the page: a reader who works with keys or hears the page would have to start over when what they were
 * on is deleted, replaced or cannot be used any more.
 */
export function keepFocus(): void {
  let place: Place | null = null;
  document.addEventListener('focusin', ({ target }) => {
    place = target instanceof Element ? placeOf(target) : null;
  });
  // A press elsewhere gives the focus up: nothing is lost then. Elements that are removed tell it too, before they are gone.
  document.addEventListener('focusout', ({ target, relatedTarget }) => {
    if (relatedTarget !== null || !(target instanceof Element)) return;
    queueMicrotask(() => {
      if (isUsable(target) && document.activeElement !== target && place?.element === target) place = null;
    });
  });
  const mend = (): void => {
    const { activeElement } = document;
    const isLost = activeElement === null || activeElement === document.body || activeElement.matches(':disabled');
    if (isLost && place !== null && !isUsable(place.element)) focusAt(place);
  };
  new MutationObserver(mend).observe(document, {
    ...{ childList: true, subtree: true },
    ...{ attributes: true, attributeFilter: ['disabled'] },
  });
}
