import { assert } from 'chai';
import type { Locator, Page } from 'playwright-core';
import type { ApiClient } from '../../../tools/demo/api-client.ts';
import { starterAgent } from '../../../console/src/pages/agents/starter-agent.ts';
import { recognised, synthesised, voiced } from '../../support/speech.ts';
import type { Tab } from './chromium.ts';
import type { Account, Stage } from './stage.ts';

const RATE = 16_000;
const MOST_ANSWERS = 4;

/** The talk page of a ready agent, for a user who has just signed up. */
export interface TalkStage extends Tab {
  readonly api: ApiClient;
  readonly account: Account;
  readonly agentId: string;
}

/** Opens the talk page of a new agent of a newcomer. */
export async function openTalkPage({ openPage, signUp }: Stage, agent: object = starterAgent([])): Promise<TalkStage> {
  const account = await signUp();
  const { agent_id: agentId } = await account.api.ask<{ agent_id: string }>('POST', '/agents', agent);
  const tab = await openPage(`/agents/${agentId}/talk`, { as: account });
  return { ...tab, api: account.api, account, agentId };
}

/** Begins the call. */
export const startTalking = (page: Page): Promise<void> => page.getByRole('button', { name: 'Start talking' }).click();

/** The first caption of one side with these words in it. */
export const caption = (page: Page, side: 'caller' | 'agent', words: string): Locator =>
  page.getByRole('log', { name: 'Transcript' }).locator(`.${side}`, { hasText: words }).first();

/** Resolves when the page says that the agent does this. */
export const status = (page: Page, words: string): Promise<void> =>
  page.getByRole('status').filter({ hasText: words }).first().waitFor();

/** Resolves when the call is over, and the page says why. */
export const ended = (page: Page, why: string): Promise<void> =>
  page.getByRole('heading', { level: 2 }).filter({ hasText: why }).waitFor();

/** Resolves when the page warns with these words. */
export const warned = (page: Page, words: string): Promise<void> =>
  page.getByRole('alert').filter({ hasText: words }).waitFor();

/** Says something in writing. */
export async function type(page: Page, words: string): Promise<void> {
  await page.getByPlaceholder('Type a message').fill(words);
  await page.keyboard.press('Enter');
}

/** Caller audio: silence in seconds, these words, silence again. */
export async function callerWho(silentBefore: number, words: string, silentAfter: number): Promise<Int16Array> {
  const speech = await synthesised('kal16', words);
  const pcm = new Int16Array(silentBefore * RATE + speech.length + silentAfter * RATE);
  pcm.set(speech, silentBefore * RATE);
  return pcm;
}

/**
 * Resolves when the page has said the first of these phrases aloud and nothing beside it. That may be the answer to a
 * caller who asked again: a machine that stands still for a moment breaks a sentence.
 */
export async function agentSpeaks(
  { playedSamples, speechSince }: Tab,
  since: number,
  phrases: readonly [wanted: string, ...others: string[]],
  atRecognisersRate: (played: Int16Array) => Int16Array | Promise<Int16Array> = (played) => played,
): Promise<void> {
  const received: string[] = [];
  for (let from = since; received.at(-1) !== phrases[0]; from = await playedSamples()) {
    assert.isBelow(received.length, MOST_ANSWERS, JSON.stringify(received));
    received.push(await recognised(await atRecognisersRate(voiced(await speechSince(from))), phrases));
  }
}
