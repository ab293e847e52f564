/** What has a press of its own, wherever it stands in a row. */
const PRESSED = 'a, button, input, select, textarea, label, summary, dialog';

/**
 * A press anywhere in a row goes to the link that the row has. Whoever marks text, or presses something else in the row,
 * goes nowhere.
 */
export function openRow(event: MouseEvent & { readonly currentTarget: HTMLElement }): void {
  const { target, currentTarget: row } = event;
  const link = row.querySelector<HTMLAnchorElement>('a.row-link');
  const isMarking = getSelection()?.isCollapsed === false;
  if (!link || isMarking || !(target instanceof Element) || target.closest(PRESSED)) return;
  if (event.ctrlKey || event.metaKey) open(link.href, '_blank', 'noopener');
  else link.click();
}
