import { assert } from 'chai';
import type { ControlPlane } from '../../../application/ports/control-plane.ts';
import type { ObjectStore } from '../../../application/ports/objects.ts';
import { ArtifactDelivery } from '../../../application/runtime/deliver-artifacts.ts';
import type { CallLog } from '../../../domain/calls/call-log.ts';
import { fakeClock } from '../../support/fake-clock.ts';
import { tone } from './fake-channel.ts';
import { pause } from './fake-vendors.ts';
import { rememberingLog } from '../../support/remembering-log.ts';
import { MemorySpool } from './memory-spool.ts';

const METRICS = {
  summary: { turn_count: 1, interrupted_turn_count: 0, user_bot_latency_avg_secs: 0 },
  ...{ transport: { client_connected_secs: 0 }, turns: [] },
  latencies: { first_bot_speech_secs: 0, user_to_bot_secs: [], breakdowns: [] },
};
const ENDED = '2026-03-02T08:59:00.000Z';

/** The steps of the delivery of call c1. */
export const WHOLE = [
  'c1 stores o1/c1/recording.wav',
  'c1 stores o1/c1/transcript.txt',
  'c1 measures',
  'c1 patches recording_url transcript_url status call_response end_time_utc',
];

/** What is known of a call whose process died, and the last moment of it. */
export const LOST = [
  ...WHOLE.slice(0, 3),
  'c1 patches recording_url transcript_url',
  'c1 is lost since 2026-03-02T09:00:00.000Z',
];

/** A spool, and a store and an API that the test controls step by step. */
export function openDelivery({ slowMs = 0, storeMs = 0, campaignId = null as string | null } = {}) {
  const clock = fakeClock();
  const spool = new MemorySpool(clock);
  const { log, lines } = rememberingLog();
  const steps: string[] = [];
  const refusals = new Map<string, Error>();
  const step = async (call: string, what: string): Promise<void> => {
    steps.push(`${call} ${what}`);
    const ms = what.startsWith('stores') && storeMs > 0 ? storeMs : slowMs;
    if (ms > 0) await pause(clock, ms);
    const refusal =
      refusals.get(`${call} ${what}`) ?? refusals.get(`${call} ${what.split(' ')[0]}`) ?? refusals.get(call);
    if (refusal) throw refusal;
  };
  const objects: Pick<ObjectStore, 'root' | 'put' | 'remove'> = {
    remove: async () => undefined,
    root: 'file://artifacts/',
    async put(key, bytes, { size }) {
      let stored = 0;
      for await (const part of bytes) stored += part.length;
      assert.equal(stored, size, 'the size is exact');
      await step(key.split('/')[1] ?? '', `stores ${key}`);
    },
  };
  const controlPlane: Pick<ControlPlane, 'updateCall' | 'putMetrics' | 'reportLostCall' | 'reportCallStatus'> = {
    async updateCall(org_id, call_id, patch) {
      await step(call_id, `patches ${Object.keys(patch).join(' ')}`);
      const call: Partial<CallLog> = { org_id, call_id, status: 'in_progress', campaign_id: campaignId, ...patch };
      return call as CallLog;
    },
    reportCallStatus: (_org, id) => step(id, 'is reported'),
    putMetrics: (_org, id) => step(id, 'measures'),
    reportLostCall: (_org, id, renewedAt) => step(id, `is lost since ${renewedAt}`),
  };
  const ports = { spool, clock, log, objects: objects as ObjectStore, controlPlane: controlPlane as ControlPlane };
  const delivery = new ArtifactDelivery(ports);
  const leaves = async (call_id: string, { audio = true, metrics = true, finished = true } = {}): Promise<void> => {
    const call = { call_id, org_id: 'o1', agent_id: 'a1', started_at: ENDED, sampleRate: 16_000 };
    const entry = await spool.open(call);
    if (audio) entry.appendAudio(tone(20, 5));
    if (audio) entry.appendTranscript('call_id=c1\n---\n');
    if (metrics) entry.writeMetrics(METRICS);
    const outcome = { status: 'completed', call_response: 'answered', end_time_utc: ENDED } as const;
    if (finished) await entry.finish({ ...outcome, metrics: metrics ? METRICS : null });
    entry.isOpen = false;
  };
  return { clock, spool, delivery, steps, refusals, leaves, logged: () => lines.map(({ event }) => event) };
}
