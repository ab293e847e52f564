import type { Page } from 'playwright-core';

/** The name of the element that has the focus, also within shadow roots: its label, or its text. */
export const focused = (page: Page): Promise<string> =>
  page.evaluate<string>(`(() => {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    return (element?.getAttribute('aria-label') ?? element?.textContent ?? '').trim();
  })()`);
