import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openLocalSynthesiser } from '../../adapters/providers/local/synthesiser.ts';
import type { CallLog } from '../../domain/calls/call-log.ts';
import type { CallMetrics, StageAverages } from '../../domain/calls/call-metrics.ts';
import type { ApiClient } from './api-client.ts';
import { SyntheticCaller, MICROPHONE_RATE } from './synthetic-caller.ts';
import { average, captions, say, secs } from './print.ts';
import { QUESTIONS } from './scene.ts';
import { waitUntil } from './wait-until.ts';

const ANSWER_MS = 60_000;
const DELIVERY_MS = 15_000;

interface GroundedAgent {
  readonly agentId: string;
  /** What stands in the documents that the agent may answer from. */
  readonly passages: readonly string[];
}

/** Calls the agent as a browser does, asks every question aloud, and keeps what the call leaves behind. */
export async function callFromBrowser(
  api: ApiClient,
  { agentId, passages }: GroundedAgent,
  sockets: string,
  folder: string,
): Promise<void> {
  const body = { agent_id: agentId };
  const { call_id, ticket } = await api.ask<{ call_id: string; ticket: string }>('POST', '/calls/web', body);
  const query = new URLSearchParams({ call_id, ticket }).toString();
  await playScript(await SyntheticCaller.join(`${sockets}/${agentId}?${query}`), captions(passages));
  const ask = () => api.ask<CallLog>('GET', `/calls/${call_id}`);
  const isOver = ({ status }: CallLog): boolean => status === 'completed' || status === 'failed';
  await saveArtifacts(api, await waitUntil('The end of the call', ask, isOver, { timeoutMs: DELIVERY_MS }), folder);
}

/** Asks every question once the agent has finished speaking, telling both sides as they come. */
async function playScript(caller: SyntheticCaller, captionsOf: ReturnType<typeof captions>): Promise<void> {
  caller.onMessage((message) => captionsOf(message).forEach(say));
  const voice = await openLocalSynthesiser({ voice: 'kal16', speed: 1 }, { sampleRate: MICROPHONE_RATE });
  try {
    let since = 0;
    for (const question of QUESTIONS) {
      await caller.waitFor(({ type }) => type === 'bot-stopped-speaking', ANSWER_MS, since);
      since = performance.now();
      await caller.say(await collectAudio(voice.synthesise(question, new AbortController().signal)));
    }
    await caller.closed;
  } finally {
    voice.close();
  }
}

async function saveArtifacts(api: ApiClient, call: CallLog, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const metrics = await api.ask<CallMetrics & { summary: StageAverages }>('GET', `/calls/${call.call_id}/metrics`);
  await writeFile(join(folder, 'recording.wav'), await api.download(`/calls/${call.call_id}/recording`));
  await writeFile(join(folder, 'transcript.txt'), await api.download(`/calls/${call.call_id}/transcript`));
  await writeFile(join(folder, 'metrics.json'), `${JSON.stringify(metrics, null, 2)}\n`);
  const { summary, latencies } = metrics;
  const first = secs(latencies.first_bot_speech_secs * 1000);
  const answers = secs(summary.user_bot_latency_avg_secs * 1000);
  const stages = [
    `speech to text ${average(summary.avg_stt_secs)}`,
    `model ${average(summary.avg_llm_secs)}`,
    `voice ${average(summary.avg_tts_secs)}`,
  ];
  say(`✓ status ${call.status}, ${String(call.duration)} s, ${latencies.user_to_bot_secs.length} replies`);
  say(`  first words after ${first}, answers on average after ${answers}`);
  say(`  of which, on average: ${stages.join(', ')}`);
  for (const { name, arguments: given, outcome, status, answer } of call.tool_calls ?? [])
    say(`✓ tool ${name} ${given}: ${outcome}, HTTP status ${status ?? 'none'}, answer ${answer ?? 'none'}`);
  say(`✓ recording.wav, transcript.txt and metrics.json are in ${folder}`);
}

async function collectAudio(chunks: AsyncIterable<Int16Array>): Promise<Int16Array> {
  const samples: number[] = [];
  for await (const chunk of chunks) for (const sample of chunk) samples.push(sample);
  return Int16Array.from(samples);
}
