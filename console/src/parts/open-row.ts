/** What has a press of its own, wherever it stands in a row. */
const PRESSED = 'a, button, input, select, textarea, label, summary, dialog';

/** Makes the whole row open its link, except for text selection and other controls in the row. */
export function openRow(event: MouseEvent & { readonly currentTarget: HTMLElement }): void {
  const { target, currentTarget: row } = event;
  const link = row.querySelector<HTMLAnchorElement>('a.row-link');
  const isMarking = getSelection()?.isCollapsed === false;
  if (!link || isMarking || !(target instanceof Element) || target.closest(PRESSED)) return;
  if (event.ctrlKey || event.metaKey) open(link.href, '_blank', 'noopener');
  else link.click();
}
