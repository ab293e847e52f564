import { assert } from 'chai';
import type { CDPSession, Page } from 'playwright-core';

/** Where the tab key stopped, and what is wrong there. */
interface Stop {
  /** Its place among all that the tab key has to reach, in the order of the document. -1 elsewhere. */
  readonly place: number;
  readonly name: string;
  /** A frame that browsers let keys scroll. */
  readonly isScrolled: boolean;
  readonly isDate: boolean;
  readonly wrong: readonly string[];
}

/**
 * What the page answers about the focus, in the dialog that is open or else in the whole page, and what it remembers of each
 * press of the tab key. Radio buttons of a group are one stop, and the tab key goes to the chosen one. A
 * focus is shown by an outline of the element, of its label, or of what is around it.
 */
const LIBRARY = `(() => {
  const REACHED = 'a[href], button, input, select, textarea, summary, [tabindex], [contenteditable]';
  const isShown = (element) =>
    element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0 && !element.closest('[inert]');
  const isOfGroup = (element) => {
    if (element.type !== 'radio') return true;
    const group = [...document.getElementsByName(element.name)];
    return element === (group.find(({ checked }) => checked) ?? group[0]);
  };
  globalThis.reached = () =>
    [...(document.querySelector('dialog[open]') ?? document).querySelectorAll(REACHED)].filter(
      (element) => element.tabIndex >= 0 && !element.matches(':disabled') && isShown(element) && isOfGroup(element),
    );
  const nameOf = (element) =>
    [element.tagName.toLowerCase(), element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? element.textContent]
      .join(' ').replaceAll(/\\s+/g, ' ').slice(0, 70);
  const isOutlined = (element) => {
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element);
    return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2 && !/^rgba.*, 0[)]$/.test(outlineColor);
  };
  const around = (element) => {
    const all = [element];
    while (all.length < 5 && all.at(-1).parentElement) all.push(all.at(-1).parentElement);
    return all;
  };
  const cut = (element) => {
    const { outlineOffset, outlineWidth } = getComputedStyle(element);
    const reach = parseFloat(outlineOffset) + parseFloat(outlineWidth) - 1;
    const box = element.getBoundingClientRect();
    for (let each = element.parentElement; each && each !== document.body; each = each.parentElement) {
      if (getComputedStyle(each).overflowX === 'visible' && getComputedStyle(each).overflowY === 'visible') continue;
      const frame = each.getBoundingClientRect();
      const sides = [frame.left - box.left, box.right - frame.right, frame.top - box.top, box.bottom - frame.bottom];
      if (sides.filter((over) => over + reach > 1).length >= 2) return true;
    }
    return false;
  };
  globalThis.stop = () => {
    const element = document.activeElement;
    if (element === null || element === document.body) return null;
    const wrong = [];
    const box = element.getBoundingClientRect();
    if (!isShown(element)) wrong.push('is hidden');
    const outlined = around(element).find(isOutlined);
    if (!outlined) wrong.push('does not show the focus');
    else if (cut(outlined)) wrong.push('shows the focus where it is cut off');
    if (box.bottom < 0 || box.top > innerHeight || box.right < 0 || box.left > innerWidth) wrong.push('is out of the window');
    else {
      const [x, y] = [Math.min(Math.max(box.left + box.width / 2, 1), innerWidth - 1), Math.min(Math.max(box.top + Math.min(box.height / 2, 20), 1), innerHeight - 1)];
      const over = document.elementFromPoint(x, y);
      if (over && !element.contains(over) && !over.contains(element)) wrong.push('is covered by ' + nameOf(over));
    }
    const isScrolled = element.scrollHeight > element.clientHeight || element.scrollWidth > element.clientWidth;
    return { place: reached().indexOf(element), name: nameOf(element), isScrolled, isDate: /^date/.test(element.type), wrong };
  };
  globalThis.beginWalk = () => {
    const all = reached();
    all[0]?.focus();
    globalThis.stops = [stop()];
    return all.length;
  };
  removeEventListener('keyup', globalThis.onTab, true);
  globalThis.onTab = ({ key }) => key === 'Tab' && globalThis.stops?.push(stop());
  addEventListener('keyup', globalThis.onTab, true);
})()`;

const TAB = { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 };

/** Asserts that the tab key reaches all that can be worked with, in order, each with a visible focus, and leaves the page at its end. */
export async function walkByTab(page: Page): Promise<void> {
  assert.deepEqual(await faultsOfWalk(page), [], `at ${page.url()}`);
}

/** What is wrong with a walk by the tab key through this page, or through the dialog that is open. */
export async function faultsOfWalk(page: Page): Promise<readonly string[]> {
  const keys = await page.context().newCDPSession(page);
  try {
    await page.evaluate(LIBRARY);
    // A focus is shown once a key was pressed.
    await pressTab(keys, 1);
    const count = await page.evaluate<number>('beginWalk()');
    for (const presses of [count, 5, 5]) {
      await pressTab(keys, presses);
      const stops = await page.evaluate<readonly (Stop | null)[]>('stops');
      const faults = faultsOfStops(stops, await page.evaluate<number>('reached().length'));
      if (faults) return faults;
    }
    return ['does not end'];
  } finally {
    await keys.detach();
  }
}

/** Presses the tab key `times` times, without waiting for the page in between: it remembers where it stopped. */
async function pressTab(keys: CDPSession, times: number): Promise<void> {
  const sent = Array.from({ length: times }, () => [
    keys.send('Input.dispatchKeyEvent', { ...TAB, type: 'rawKeyDown' }),
    keys.send('Input.dispatchKeyEvent', { ...TAB, type: 'keyUp' }),
  ]);
  await Promise.all(sent.flat());
}

/** What is wrong with these stops, where the tab key has to reach `count` elements. Null: they are not at the end yet. */
function faultsOfStops(stops: readonly (Stop | null)[], count: number): readonly string[] | null {
  const faults: string[] = [];
  let before = -1;
  for (const [step, stop] of stops.entries()) {
    if (stop === null || (stop.place === 0 && step > 0))
      return before < count - 1 ? [...faults, `ends after ${before}`] : faults;
    faults.push(...faultsOfStop(stop, before));
    if (!isPassedBy(stop, before)) before = stop.place;
  }
  return null;
}

/** Browsers stop at frames that keys can scroll, and at each part of a date, whose marks are their own. */
function isPassedBy(stop: Stop, before: number): boolean {
  return stop.place < 0 ? stop.isScrolled : stop.isDate && stop.place === before;
}

function faultsOfStop(stop: Stop, before: number): readonly string[] {
  const isPassed = isPassedBy(stop, before);
  const marks = isPassed && stop.place >= 0 ? [] : stop.wrong.map((what) => `${stop.name} ${what}`);
  return isPassed || stop.place === before + 1
    ? marks
    : [...marks, `${stop.name} is stop ${stop.place} after ${before}`];
}
