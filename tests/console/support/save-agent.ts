import type { Page } from 'playwright-core';

/** Saves the agent that is open, and waits until it is stored: the message of a save before may still be there. */
export async function saveAgent(page: Page): Promise<void> {
  const stored = page.waitForResponse((response) => response.request().method() === 'PATCH' && response.ok());
  await page.getByRole('button', { name: 'Save changes' }).click();
  await stored;
  await page.getByRole('status').filter({ hasText: 'The agent is saved.' }).first().waitFor();
}
