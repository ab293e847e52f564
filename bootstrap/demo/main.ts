import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openLocalVoice } from '../../adapters/providers/local/voice.ts';
import type { CallLog } from '../../domain/calls/call-log.ts';
import type { CallMetrics, StageAverages } from '../../domain/calls/call-metrics.ts';
import type { ServerMessage } from '../../adapters/media/protocols/rtvi.ts';
import { readConfig, type Config } from '../config.ts';
import { startPlatform, type Platform } from '../platform.ts';
import { settleKeys } from '../secrets.ts';
import { ApiClient } from './api-client.ts';
import { Caller, MICROPHONE_RATE } from './caller.ts';
import { QUESTIONS, RECEPTIONIST } from './scene.ts';

const CALL_MS = 60_000;
const SETTLED_MS = 15_000;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** The tour: sign up, make an agent, call it and talk, and collect what the call leaves behind. All over public interfaces. */
async function main(): Promise<void> {
  // Free ports: the demo runs beside a platform that is up already.
  const config = readConfig({ LOG_LEVEL: 'warn', ...process.env, API_PORT: '0', RUNTIME_PORT: '0' }, [
    'api',
    'runtime',
  ]);
  const startedAt = performance.now();
  const platform = await startPlatform(config, await settleKeys(config));
  try {
    say(
      `✓ platform is up after ${secs(performance.now() - startedAt)}: ${platform.apiBaseUrl} and ${platform.runtimeUrl}`,
    );
    await tour(platform, config);
  } finally {
    await platform.close();
  }
}

async function tour(platform: Platform, config: Config): Promise<void> {
  const api = new ApiClient(platform.apiBaseUrl);
  const orgId = await signUp(api);
  const agent = await api.ask<{ agent_id: string }>('POST', '/agents', RECEPTIONIST);
  say(`✓ agent “${RECEPTIONIST.name}” is made: ${agent.agent_id}`);
  const { call_id } = await api.ask<{ call_id: string }>('POST', '/calls/web', { agent_id: agent.agent_id });
  const socket = `${platform.runtimeUrl.replace('http', 'ws')}/agent/${orgId}/${agent.agent_id}?call_id=${call_id}`;
  await talk(await Caller.join(socket));
  const call = await settled(api, call_id);
  await keep(api, call, join(config.dataDir, 'demo'));
}

async function signUp(api: ApiClient): Promise<string> {
  const email = `demo-${Date.now()}@example.com`;
  const account = { email, password: 'a demo needs no secret', organisation_name: 'The Blue Door' };
  const { access_token, org_id } = await api.ask<{ access_token: string; org_id: string }>(
    'POST',
    '/users/signup',
    account,
  );
  api.authorise(access_token);
  say(`✓ ${email} signed up; the organisation is ${org_id}`);
  return org_id;
}

/** Asks every question once the agent has finished speaking, printing both sides as they come. */
async function talk(caller: Caller): Promise<void> {
  const printing = setInterval(printer(caller), 20);
  const voice = await openLocalVoice({ voice: 'kal16', speed: 1 }, { sampleRate: MICROPHONE_RATE });
  try {
    let since = 0;
    for (const question of QUESTIONS) {
      await caller.until(({ type }) => type === 'bot-stopped-speaking', CALL_MS, since);
      since = performance.now();
      await caller.say(await spoken(voice.speak(question, new AbortController().signal)));
    }
    await caller.closed;
  } finally {
    clearInterval(printing);
    printer(caller)();
    voice.close();
  }
}

const printed = new WeakMap<Caller, number>();

function printer(caller: Caller): () => void {
  return () => {
    const from = printed.get(caller) ?? 0;
    for (const { message } of caller.messages.slice(from)) {
      const line = caption(message);
      if (line !== null) say(line);
    }
    printed.set(caller, caller.messages.length);
  };
}

function caption({ type, data }: ServerMessage): string | null {
  const { text, final, user_to_bot_secs, reason, error } = (data ?? {}) as Record<string, unknown>;
  if (type === 'user-transcription' && final === true) return `  caller  ${String(text)}`;
  if (type === 'bot-tts-text') return `  agent   ${String(text)}`;
  if (type === 'error') return `  fault   ${String(error)}`;
  if (typeof user_to_bot_secs === 'number') return `          answered after ${Math.round(user_to_bot_secs * 1000)} ms`;
  return typeof reason === 'string' ? `✓ call ended: ${reason}` : null;
}

/** The call once the runtime has brought everything home. */
async function settled(api: ApiClient, callId: string): Promise<CallLog> {
  const deadline = performance.now() + SETTLED_MS;
  for (;;) {
    const call = await api.ask<CallLog>('GET', `/calls/${callId}`);
    if (call.status === 'completed' || call.status === 'failed') return call;
    if (performance.now() > deadline) throw new Error(`The call is still ${call.status} after ${SETTLED_MS} ms`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function keep(api: ApiClient, call: CallLog, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const metrics = await api.ask<CallMetrics & { summary: StageAverages }>('GET', `/calls/${call.call_id}/metrics`);
  await writeFile(join(folder, 'recording.wav'), await api.download(`/calls/${call.call_id}/recording`));
  await writeFile(join(folder, 'transcript.txt'), await api.download(`/calls/${call.call_id}/transcript`));
  await writeFile(join(folder, 'metrics.json'), `${JSON.stringify(metrics, null, 2)}\n`);
  const { summary, latencies } = metrics;
  say(`✓ status ${call.status}, ${String(call.duration)} s, ${summary.turn_count} turns`);
  say(
    `  first words after ${secs(latencies.first_bot_speech_secs * 1000)}, answers on average after ${secs(summary.user_bot_latency_avg_secs * 1000)}`,
  );
  say(
    `  of which, on average: speech to text ${average(summary.avg_stt_secs)}, model ${average(summary.avg_llm_secs)}, voice ${average(summary.avg_tts_secs)}`,
  );
  say(`✓ recording.wav, transcript.txt and metrics.json are in ${folder}`);
}

async function spoken(chunks: AsyncIterable<Int16Array>): Promise<Int16Array> {
  const samples: number[] = [];
  for await (const chunk of chunks) for (const sample of chunk) samples.push(sample);
  return Int16Array.from(samples);
}

const secs = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;
const average = (value: number | null): string => (value === null ? 'not measured' : `${Math.round(value * 1000)} ms`);

await main();
