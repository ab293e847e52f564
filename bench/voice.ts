import { spawn } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { encodeAudio } from '../adapters/media/protocols/frames.ts';
import { openLocalVoice } from '../adapters/providers/local/voice.ts';
import { closeLocalSpeech } from '../adapters/providers/local/engines.ts';
import { ApiClient } from '../bootstrap/demo/api-client.ts';
import { Caller, MICROPHONE_RATE } from '../bootstrap/demo/caller.ts';
import { RECEPTIONIST } from '../bootstrap/demo/scene.ts';
import { startServer, stop } from './child.ts';
import { FRAME_MS, frameLateness } from './frame-lateness.ts';
import { percentile, spread } from './statistics.ts';
import { speechLike } from './telephone-sound.ts';

const CALLS = 20;
const TURNS = 4;
/** The runtime may write this far ahead of real time. */
const LEAD_MS = 60;
const QUESTIONS = ['what are your opening hours', 'i want to book a table for two', 'yes', 'no', 'thank you'];
const VOICES = ['kal16', 'rms', 'awb'] as const;

interface Addresses {
  readonly apiBaseUrl: string;
  readonly runtimeUrl: string;
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);
/** Prints rows of figures under their names. */
const table = (rows: Readonly<Record<string, Readonly<Record<string, string>>>>): void => {
  for (const [name, row] of Object.entries(rows))
    say(
      `  ${name.padEnd(16)} ${Object.entries(row)
        .map(([key, value]) => `${key} ${value.padStart(8)}`)
        .join('   ')}`,
    );
};
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

say(
  `machine: ${cpus().length} x ${cpus()[0]?.model.trim()}, Node ${process.version}, load ${loadavg()[0]?.toFixed(1)}`,
);
say('\nStart of the built program to both /health answering, ms (target: at most 4000)');
table({ start: spread(await startTimes(5)) });
say('End of caller’s speech to first agent audio byte, local speech in phrases mode, ms (target: median at most 600)');
table({ 'phrases mode': spread(await answerTimes()) });
say(`Frame lateness over ${CALLS} simultaneous conversations, ms (target: p99 at most 20 beyond the echo’s)`);
await punctuality();
await closeLocalSpeech();
process.exit(0);

/** `npm start` without the build, until both health routes answer. */
async function startTimes(runs: number): Promise<number[]> {
  const times = [];
  for (let run = 0; run < runs; run += 1) {
    const dataDir = await mkdtemp(join(tmpdir(), 'voice-start-'));
    const env = { ...process.env, DATA_DIR: dataDir, API_PORT: '18000', RUNTIME_PORT: '17860', LOG_LEVEL: 'silent' };
    const startedAt = performance.now();
    const child = spawn(process.execPath, ['dist/bootstrap/main.js'], { env, stdio: 'inherit' });
    await Promise.all(['http://127.0.0.1:18000/health', 'http://127.0.0.1:17860/health'].map(healthy));
    times.push(performance.now() - startedAt);
    await stop(child);
  }
  return times;
}

async function healthy(url: string): Promise<void> {
  for (;;) {
    const isUp = await fetch(url).then(
      (response) => response.ok,
      () => false,
    );
    if (isUp) return;
    await wait(5);
  }
}

/** One call a voice, every question in it; the wait counts from the last audible sample of the caller. */
async function answerTimes(): Promise<number[]> {
  const server = await startServer<Addresses>('local');
  const times: number[] = [];
  for (const name of VOICES) {
    const voice = await openLocalVoice({ voice: name, speed: 1 }, { sampleRate: MICROPHONE_RATE });
    const caller = await Caller.join(await socketOf(server.addresses));
    let since = 0;
    for (const question of QUESTIONS) {
      const pcm = audible(await spoken(voice.speak(question, new AbortController().signal)));
      await caller.until(({ type }) => type === 'bot-stopped-speaking', 20_000, since);
      await wait(300);
      const silentAt = await caller.say(pcm);
      since = performance.now();
      await caller.until(({ type }) => type === 'bot-started-speaking', 20_000, since);
      const first = caller.audio.find(({ at }) => at > silentAt);
      if (first) times.push(first.at - silentAt);
    }
    await caller.hangUp();
    voice.close();
  }
  await server.stop();
  return times;
}

/** Every conversation asks a few times with a tone as its voice; the same frames go through a bare echo for comparison. */
async function punctuality(): Promise<void> {
  const echo = await startServer<{ url: string }>('echo');
  const echoed = await echoLateness(echo.addresses.url);
  await echo.stop();
  const server = await startServer<Addresses>('scripted');
  const ours = await conversationLateness(server.addresses);
  await server.stop();
  table({ 'bare ws echo': spread(echoed), conversations: spread(ours) });
  say(`beyond the echo’s p99: ${(percentile(ours, 0.99) - percentile(echoed, 0.99)).toFixed(1)} ms`);
}

async function echoLateness(url: string): Promise<number[]> {
  const frame = encodeAudio(new Int16Array(320), MICROPHONE_RATE);
  const frames = 500;
  const one = async (): Promise<number[]> => {
    const socket = new WebSocket(url, { perMessageDeflate: false });
    await new Promise((resolve) => socket.once('open', resolve));
    const startedAt = performance.now();
    const arrivals: number[] = [];
    socket.on('message', () => arrivals.push(performance.now() - startedAt - arrivals.length * FRAME_MS));
    for (let sent = 0; sent < frames; sent += 1) {
      await wait(Math.max(0, startedAt + sent * FRAME_MS - performance.now()));
      socket.send(frame);
    }
    await wait(200);
    socket.close();
    return arrivals;
  };
  return (await Promise.all(Array.from({ length: CALLS }, one))).flat();
}

async function conversationLateness(addresses: Addresses): Promise<number[]> {
  const sockets = await Promise.all(Array.from({ length: CALLS }, () => socketOf(addresses)));
  const tone = Int16Array.from({ length: MICROPHONE_RATE }, (_, n) => speechLike(n, MICROPHONE_RATE));
  const one = async (socket: string, index: number): Promise<number[]> => {
    await wait(index * 37);
    const caller = await Caller.join(socket);
    let since = 0;
    for (let turn = 0; turn < TURNS; turn += 1) {
      await caller.until(({ type }) => type === 'bot-stopped-speaking', 20_000, since);
      await caller.say(tone);
      since = performance.now();
    }
    await caller.until(({ type }) => type === 'bot-stopped-speaking', 20_000, since);
    await caller.hangUp();
    return frameLateness(
      caller.audio.map(({ at }) => at),
      LEAD_MS,
    );
  };
  return (await Promise.all(sockets.map(one))).flat();
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

async function spoken(chunks: AsyncIterable<Int16Array>): Promise<Int16Array> {
  const samples: number[] = [];
  for await (const chunk of chunks) samples.push(...chunk);
  return Int16Array.from(samples);
}

/** The speech without the silence behind it. */
function audible(pcm: Int16Array): Int16Array {
  const last = pcm.findLastIndex((sample) => Math.abs(sample) > 300);
  return pcm.slice(0, last + 1);
}
