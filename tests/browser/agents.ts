import { assert } from 'chai';
import {
  VoiceAgent,
  VoiceAgentError,
  type Caption,
  type CallEnd,
  type VoiceAgentOptions,
  type CallWarning,
} from '../../clients/browser/index.ts';
import { FakeBrowser, settled } from './fake-browser.ts';

export const TICKETS = 'https://shop.test/voice-ticket';

/** A voice agent in a fake browser, what it reported, and its connection. */
export function agentIn(browser: FakeBrowser, options: Partial<VoiceAgentOptions> = {}) {
  const agent = new VoiceAgent({ ticket: TICKETS, agent: 'a', ...options }, browser);
  const states: string[] = [];
  const captions: Caption[] = [];
  const warnings: CallWarning[] = [];
  const ends: CallEnd[] = [];
  agent.on('state', (state) => states.push(state));
  agent.on('caption', (caption) => captions.push(caption));
  agent.on('warning', (warning) => warnings.push(warning));
  agent.on('ended', (ended) => ends.push(ended));
  return { agent, states, captions, warnings, ends };
}

/** The same in a live call. */
export async function liveAgent(options: Partial<VoiceAgentOptions> = {}, browser = new FakeBrowser()) {
  const known = agentIn(browser, options);
  const connecting = known.agent.connect();
  await settled();
  browser.socket.open();
  browser.socket.report('bot-ready');
  await connecting;
  return { ...known, browser };
}

/** How the call ended that did not connect. */
export const failure = async (connecting: Promise<void>): Promise<CallEnd> => {
  const error = await connecting.then(
    () => null,
    (reason: unknown) => reason,
  );
  assert.instanceOf(error, VoiceAgentError);
  return error.ended;
};
