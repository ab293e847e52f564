import { closeLocalSpeech } from '../../adapters/providers/local/engines.ts';
import { openLocalSynthesiser } from '../../adapters/providers/local/synthesiser.ts';
import { ApiClient } from '../../tools/demo/api-client.ts';
import { SyntheticCaller, MICROPHONE_RATE } from '../../tools/demo/synthetic-caller.ts';
import { RECEPTIONIST } from '../../tools/demo/scene.ts';
import { startServer } from '../child.ts';
import { say, table, wait } from '../print.ts';
import { spread } from '../statistics.ts';

const QUESTIONS = ['what are your opening hours', 'i want to book a table for two', 'yes', 'no', 'thank you'];
const VOICES = ['kal16', 'rms', 'awb'] as const;

interface Addresses {
  readonly apiBaseUrl: string;
  readonly runtimeUrl: string;
}

/** How soon the demonstration's agent answers, everything on this machine. */
export async function answers(): Promise<void> {
  say(
    '\nEnd of caller’s speech to first agent audio byte, local speech in phrases mode, ms (target: median at most 600)',
  );
  table({ 'phrases mode': spread(await answerTimes()) });
  await closeLocalSpeech();
}

/** One call a voice, every question in it; the wait counts from the last audible sample of the caller. */
async function answerTimes(): Promise<number[]> {
  const server = await startServer<Addresses>('local');
  const times: number[] = [];
  for (const name of VOICES) {
    const voice = await openLocalSynthesiser({ voice: name, speed: 1 }, { sampleRate: MICROPHONE_RATE });
    const caller = await SyntheticCaller.join(await socketOf(server.addresses));
    let since = 0;
    for (const question of QUESTIONS) {
      const pcm = audible(await audioOf(voice.synthesise(question, new AbortController().signal)));
      await caller.waitFor(({ type }) => type === 'bot-stopped-speaking', 20_000, since);
      await wait(300);
      const silentAt = await caller.say(pcm);
      since = performance.now();
      await caller.waitFor(({ type }) => type === 'bot-started-speaking', 20_000, since);
      const first = caller.audio.find(({ at }) => at > silentAt);
      if (first) times.push(first.at - silentAt);
    }
    await caller.hangUp();
    voice.close();
  }
  await server.stop();
  return times;
}

async function socketOf({ apiBaseUrl, runtimeUrl }: Addresses): Promise<string> {
  const api = new ApiClient(apiBaseUrl);
  const account = {
    email: `bench-${crypto.randomUUID()}@example.com`,
    password: 'only for the bench',
    organisation_name: 'Bench',
  };
  const { access_token, org_id } = await api.ask<{ access_token: string; org_id: string }>(
    'POST',
    '/users/signup',
    account,
  );
  api.authorise(access_token);
  const { agent_id } = await api.ask<{ agent_id: string }>('POST', '/agents', RECEPTIONIST);
  return `${runtimeUrl.replace('http', 'ws')}/agent/${org_id}/${agent_id}`;
}

async function audioOf(chunks: AsyncIterable<Int16Array>): Promise<Int16Array> {
  const samples: number[] = [];
  for await (const chunk of chunks) samples.push(...chunk);
  return Int16Array.from(samples);
}

/** The speech without the silence behind it. */
function audible(pcm: Int16Array): Int16Array {
  const last = pcm.findLastIndex((sample) => Math.abs(sample) > 300);
  return pcm.slice(0, last + 1);
}
