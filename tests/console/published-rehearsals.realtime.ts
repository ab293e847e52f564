import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { assert } from 'chai';
import type { Page } from 'playwright-core';
import { stringify } from 'yaml';
import type { Agent } from '../../domain/agents/agent.ts';
import { rehearse } from '../../tools/rehearsal/rehearse.ts';
import { freePort } from '../support/free-port.ts';
import { VOICE_AGENT, VOICE_SUITE, withOtherHours } from '../runtime/voice-rehearsal.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import { consoleOfSuite, type Account } from './support/stage.ts';

const RATE = 16_000;
const [HEAD_BYTES, FRAME_BYTES] = [44, 4];
/** How far captions may be from the sound, and how long a side is quiet before it speaks, in ms. */
const [NEAR_MS, QUIET_MS] = [50, 200];

interface Caption {
  readonly speaker: 'agent' | 'caller';
  readonly start_ms: number;
  readonly end_ms: number;
}

interface Conversation {
  readonly captions: readonly Caption[];
}

/** Remembers the players of the page. */
const PLAYERS = `{
  const Native = window.Audio;
  window.players = [];
  window.Audio = function (source) {
    const audio = new Native(source);
    window.players.push(audio);
    return audio;
  };
}`;

type WithPlayers = typeof globalThis & { readonly players: readonly HTMLAudioElement[] };

/** The player that is heard next, after half a second of its sound. */
async function playerAfter(page: Page, before: number): Promise<number> {
  const found = await page.waitForFunction((last) => {
    const { players } = globalThis as WithPlayers;
    const at = players.findIndex(({ paused }, each) => !paused && each !== last);
    return at < 0 ? null : { at, from: players[at]!.currentTime };
  }, before);
  const { at, from } = (await found.jsonValue()) as { at: number; from: number };
  const isFurther = ([player, time]: readonly [number, number]): boolean =>
    (globalThis as WithPlayers).players[player]!.currentTime > time + 0.5;
  await page.waitForFunction(isFurther, [at, from] as const);
  return at;
}

const ascending = (one: number, other: number): number => one - other;

/** How loud a side is from one moment to another, in ms: the caller is left, the agent right. */
function loudness(wav: Buffer, speaker: Caption['speaker'], from: number, to: number): number {
  const frameAt = (ms: number): number => Math.max(0, Math.round((ms / 1_000) * RATE));
  let [energy, count] = [0, 0];
  for (let frame = frameAt(from); frame < frameAt(to); frame += 1, count += 1)
    energy += wav.readInt16LE(HEAD_BYTES + frame * FRAME_BYTES + (speaker === 'caller' ? 0 : 2)) ** 2;
  return count === 0 ? 0 : Math.sqrt(energy / count);
}

/** Whether a caption begins where its side begins to speak, to a quarter of a second. */
const isInStep = (wav: Buffer, { speaker, start_ms: start, end_ms: end }: Caption): boolean =>
  loudness(wav, speaker, start, Math.min(end, start + 600)) >
  4 * loudness(wav, speaker, start - QUIET_MS - NEAR_MS, start - NEAR_MS);

describe('rehearsals that the command publishes, in the console', function () {
  this.timeout(300_000);
  const env = { RUNTIME_PORT: '', VOICE_SERVER_BASE_URL: '' };
  before(async () => {
    env.RUNTIME_PORT = `${await freePort()}`;
    env.VOICE_SERVER_BASE_URL = `http://127.0.0.1:${env.RUNTIME_PORT}`;
  });
  const stage = consoleOfSuite({ env });

  /** Compares two versions of an agent by voice and publishes that. Answers where it is shown. */
  async function published({ api, session }: Account): Promise<string> {
    const { agent_id: id } = await api.ask<Agent>('POST', '/agents', VOICE_AGENT);
    await api.ask('PATCH', `/agents/${id}`, { config: withOtherHours() });
    const folder = await temporaryDirectory();
    await writeFile(join(folder, 'suite.yaml'), stringify(VOICE_SUITE));
    const printed: string[] = [];
    const access = { VOICE_API_URL: new URL(stage().consoleUrl).origin, VOICE_API_TOKEN: session.access_token };
    const shell = { env: { HOME: folder, ...access }, folder, print: (text: string) => void printed.push(text) };
    await rehearse(['suite.yaml', '--agent', id, '--voice', '--version', '1', '--compare', '2', '--publish'], shell);
    const [, address = ''] = /^Published: (\S+)$/m.exec(printed.join('\n')) ?? [];
    assert.notEqual(address, '', printed.join('\n'));
    return address;
  }

  it('let both versions be heard in step with their captions', async () => {
    const account = await stage().signUp();
    const address = await published(account);
    const path = new URL(address).pathname.slice('/console'.length);
    const { page, errors } = await stage().openPage('/', { as: account });
    await page.addInitScript(PLAYERS);
    await page.goto(stage().consoleUrl + path);
    await page.getByRole('link', { name: 'a caller asks' }).click();
    await page.getByRole('slider', { name: 'Position in the conversation' }).waitFor();

    const seconds: number[] = [];
    for (const side of ['a1', 'b1']) {
      const of = `${path.replace('/rehearsals/runs', '/rehearsal-runs')}/conversations/${side}`;
      const conversation = await account.api.ask<Conversation>('GET', of);
      const headers = { authorization: `Bearer ${account.session.access_token}` };
      const recording = await fetch(`${stage().platform.apiBaseUrl}${of}/recording`, { headers });
      const wav = Buffer.from(await recording.arrayBuffer());
      assert.isNotEmpty(conversation.captions);
      for (const caption of conversation.captions)
        assert.isTrue(isInStep(wav, caption), `${side} ${JSON.stringify(caption)}`);
      seconds.push((wav.length - HEAD_BYTES) / FRAME_BYTES / RATE);
    }
    await page.waitForFunction((count) => {
      const { players } = globalThis as WithPlayers;
      return players.length === count && players.every(({ duration }) => duration > 0);
    }, seconds.length);
    const durations = await page.evaluate(() => (globalThis as WithPlayers).players.map(({ duration }) => duration));
    // Whichever recording was here first.
    const [played, stored] = [durations.toSorted(ascending), seconds.toSorted(ascending)];
    for (const [at, duration] of played.entries()) assert.closeTo(duration, stored[at]!, 0.05);

    const position = page.getByRole('slider', { name: 'Position in the conversation' });
    await position.press('Space');
    const first = await playerAfter(page, -1);
    await position.press('b');
    const second = await playerAfter(page, first);
    assert.notEqual(second, first);
    assert.isTrue(await page.evaluate((at) => (globalThis as WithPlayers).players[at]!.paused, first));
    assert.isEmpty(errors);
  });
});
