import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { assert } from 'chai';
import { SPEECH } from '../../../bench/telephone-sound.ts';
import { decodeMulaw } from '../../../domain/audio/mulaw.ts';
import { wavHeader } from '../../../domain/audio/wav.ts';
import { ApiClient } from '../../../tools/demo/api-client.ts';
import { RECEPTIONIST, TELEPHONIST } from '../../../tools/demo/scene.ts';
import { load } from '../../../tools/load/load.ts';
import type { CountName, Distribution, TimeName } from '../../../tools/load/measures.ts';
import { freePort } from '../../support/free-port.ts';
import { openPlatform, type OpenPlatform } from '../../support/platform.ts';
import { scriptedVendors } from '../../support/scripted-vendors.ts';
import { temporaryDirectory } from '../../support/temporary.ts';

const SLOWED_MS = 1_500;
/** Longest wait for an answer of the API, on a machine that is busy with other tests. In milliseconds. */
const LONGEST_MS = 50_000;
const NEVER = new AbortController().signal;

const TELEPHONE = { sampleRate: 8_000, channels: 1 };
const samplesOf = (payload: string): Uint8Array => new Uint8Array(decodeMulaw(Buffer.from(payload, 'base64')).buffer);

interface Report {
  readonly counts: Readonly<Record<CountName, number>>;
  readonly times_ms: Readonly<Record<TimeName, Distribution>>;
  readonly failures: Readonly<Record<string, number>>;
  readonly interrupted: boolean;
  readonly intervals: readonly { readonly installation: { readonly live_calls: number } | null }[];
}

describe('npm run load on a started platform', () => {
  let platform: OpenPlatform;
  let api: ApiClient;
  let token: string;
  /** A second of sound like a voice. */
  let speech: string;
  /** How long the LLM of the platform waits. In milliseconds. */
  let modelMs = 0;
  /** What is called when it is asked. */
  let onQuestion = (): void => undefined;

  before(async () => {
    speech = join(await temporaryDirectory(), 'speech.wav');
    const samples = Buffer.concat(SPEECH.map((payload) => samplesOf(payload)));
    await writeFile(speech, Buffer.concat([wavHeader({ ...TELEPHONE, dataBytes: samples.length }), samples]));
    const vendors = scriptedVendors();
    const runtimeUrl = `http://127.0.0.1:${await freePort()}`;
    platform = await openPlatform({
      services: ['api', 'runtime', 'simulator'],
      env: { RUNTIME_PORT: new URL(runtimeUrl).port, VOICE_SERVER_BASE_URL: runtimeUrl },
      parts: {
        vendors: {
          ...vendors,
          async languageModel() {
            return {
              model: 'scripted',
              async *generate() {
                onQuestion();
                await delay(modelMs);
                yield { type: 'text', text: 'This is my answer.' };
              },
              close: () => undefined,
            };
          },
        },
      },
    });
    api = new ApiClient(platform.apiBaseUrl, LONGEST_MS);
    const account = { email: 'load@example.com', password: 'a password of the tests', organisation_name: 'Loaded' };
    ({ access_token: token } = await api.ask<{ access_token: string }>('POST', '/users/signup', account));
    api.authorise(token);
    await api.ask('POST', '/auth', { provider: 'simulator', auth: { auth_id: 'MALOADED', auth_token: 'any' } });
  });

  const agentOf = async (agent: object): Promise<string> =>
    (await api.ask<{ agent_id: string }>('POST', '/agents', agent)).agent_id;

  /** Runs the command. The callers say hello and wait for little. */
  async function run(agent: string, args: readonly string[], { signal = NEVER, env = {} } = {}) {
    const json = join(await temporaryDirectory(), 'load.json');
    const lines: string[] = [];
    const session = { VOICE_API_URL: new URL(platform.apiBaseUrl).origin, VOICE_API_TOKEN: token };
    const all = [
      '--agent',
      agent,
      '--calls',
      '2',
      '--pause',
      '300ms',
      '--say',
      'Hello there.',
      '--json',
      json,
      ...args,
    ];
    const code = await load(all, { env: { ...session, ...env }, print: (line) => void lines.push(line), signal });
    return { code, out: lines.join('\n'), report: JSON.parse(await readFile(json, 'utf8')) as Report };
  }

  /** A signal that ends a run at this question. The answers to all earlier ones were heard, except to the last of the other caller. */
  function endAt(questions: number): AbortSignal {
    const end = new AbortController();
    let count = 0;
    onQuestion = () => {
      count += 1;
      if (count === questions) end.abort();
    };
    return end.signal;
  }

  it('measures answers through browser sockets, and shows a slower model', async () => {
    const agent = await agentOf(RECEPTIONIST);
    const fast = await run(agent, ['--for', '10m', '--turns', '1', '--max-failures', '0', '--max-p95-ms', '60000'], {
      signal: endAt(6),
    });
    assert.equal(fast.code, 0, fast.out);
    const { counts, times_ms, intervals } = fast.report;
    assert.isAtLeast(counts.calls_completed, 2, fast.out);
    assert.isAtLeast(counts.replies, 2);
    assert.equal(times_ms.set_up.count, counts.calls);
    assert.isAtLeast(times_ms.greeting.count, 2);
    assert.isAbove(counts.frames, 20);
    assert.isTrue(intervals.some(({ installation }) => (installation?.live_calls ?? 0) > 0));
    modelMs = SLOWED_MS;
    const slow = await run(agent, ['--for', '10m', '--max-p95-ms', '100'], { signal: endAt(5) });
    modelMs = 0;
    assert.isAtLeast(slow.report.times_ms.reply.p50!, SLOWED_MS, slow.out);
    assert.isAbove(slow.report.times_ms.reply.p50!, times_ms.reply.p50!);
    assert.equal(slow.code, 1);
    assert.match(slow.out, /✗ p95 of answers: \d+.* ms, at most 100 ms/);
  });

  it('measures answers through the simulated carrier, and hangs up when it is interrupted', async () => {
    const agent = await agentOf({ ...TELEPHONIST, name: 'At a carrier' });
    const { code, out, report } = await run(agent, ['--for', '10m'], { signal: endAt(5) });
    assert.equal(code, 0, out);
    assert.isTrue(report.interrupted);
    assert.isAtLeast(report.counts.replies, 1, out);
    assert.isEmpty(report.failures, out);
    assert.match(out, /Interrupted after \d:\d\d/);
  });

  it('ends early when no call can be set up', async () => {
    const agent = await agentOf({ ...TELEPHONIST, name: 'With another token' });
    const args = ['--for', '12s', '--calls', '8', '--ramp', '1s'];
    const refused = await run(agent, args, { env: { CARRIER_AUTH_TOKEN: 'another' } }).catch((error: Error) => error);
    assert.instanceOf(refused, Error);
    assert.match(refused.message, /^No call could be set up/);
  });
});
