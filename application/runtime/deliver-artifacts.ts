import type { CallMetricsBody } from '../../domain/calls/call-metrics.ts';
import type { CallOutcome } from '../../domain/calls/call-outcome.ts';
import { recordingKey, transcriptKey } from '../../domain/calls/artifact-urls.ts';
import { DomainError } from '../../domain/errors.ts';
import type { CallSpool, SpooledLeftover } from '../ports/call-spool.ts';
import type { Clock } from '../ports/clock.ts';
import type { ControlPlane } from '../ports/control-plane.ts';
import type { Log } from '../ports/log.ts';
import type { ObjectStore } from '../ports/objects.ts';
import { errorMessage } from './stream-timeouts.ts';
import { reportEnd } from './report-end.ts';

/**
 * First and longest wait before what could not be delivered is tried again: an API that was away hears how calls ended
 * before it takes them for lost. In milliseconds.
 */
const RETRY_MS = { first: 1_000, longest: 10_000 } as const;
/** A call without an outcome may be another process's live one until nothing was written for so long. In milliseconds. */
const ORPHAN_AFTER_MS = 60_000;

/** So many calls are delivered side by side. */
const CONCURRENT_CALLS = 4;

/** What came of a call that was left behind. `live`: another process may still keep it. */
type DeliveryResult = 'delivered' | 'undelivered' | 'live';

interface DeliveryPorts {
  readonly spool: CallSpool;
  readonly objects: ObjectStore;
  readonly controlPlane: ControlPlane;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Brings what calls left behind to the object store and the API: recording, transcript, their URLs, metrics, final
 * state, and for a campaign's call the report that it is over. Every step is repeatable, so a call that was half delivered is simply delivered again.
 */
export class ArtifactDelivery {
  readonly #ports: DeliveryPorts;
  #retryMs: number = RETRY_MS.first;
  #cancelRetry = (): void => undefined;
  #running: Promise<void> = Promise.resolve();
  #next: Promise<void> | null = null;
  #stopped = false;
  #undelivered = 0;

  constructor(ports: DeliveryPorts) {
    this.#ports = ports;
  }

  /** How many calls could not be delivered when it was last tried. */
  get undelivered(): number {
    return this.#undelivered;
  }

  /** Delivers everything that is waiting; what fails is tried again by itself, later and later. Never rejects. */
  deliver(): Promise<void> {
    // A round that runs already may have looked before the newest call was left; one that is yet to start has not.
    this.#next ??= this.#running.then(() => {
      this.#next = null;
      return (this.#running = this.#round());
    });
    return this.#next;
  }

  /** Waits for the round that runs, and starts no other. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancelRetry();
    await this.#running;
  }

  async #round(): Promise<void> {
    if (this.#stopped) return;
    this.#cancelRetry();
    if (await this.#deliverPending()) {
      this.#retryMs = RETRY_MS.first;
      return;
    }
    if (!this.#stopped) this.#cancelRetry = this.#ports.clock.after(this.#retryMs, () => void this.deliver());
    this.#retryMs = Math.min(this.#retryMs * 2, RETRY_MS.longest);
  }

  /** Whether nothing is left to be tried again. */
  async #deliverPending(): Promise<boolean> {
    const { spool, log } = this.#ports;
    try {
      const calls = await spool.pending();
      const results: DeliveryResult[] = [];
      const work = async (): Promise<void> => {
        for (let call = calls.shift(); call; call = calls.shift()) results.push(await this.#tryDelivery(call));
      };
      await Promise.all(Array.from({ length: CONCURRENT_CALLS }, work));
      this.#undelivered = results.filter((result) => result === 'undelivered').length;
      return results.every((result) => result === 'delivered');
    } catch (error) {
      log.error('artifacts.unreadable', { error });
      return false;
    }
  }

  async #tryDelivery(call: SpooledLeftover): Promise<DeliveryResult> {
    const { log, spool, clock } = this.#ports;
    const quietMs = clock.now().getTime() - Date.parse(call.touched_at);
    if (call.outcome === null && !call.isOrphan && quietMs < ORPHAN_AFTER_MS) return 'live';
    try {
      const isWanted = await this.#deliverOne(call).then(() => true, falseIfMissing);
      await spool.remove(call.call_id);
      log.info(isWanted ? 'artifacts.delivered' : 'artifacts.unwanted', { call_id: call.call_id });
      return 'delivered';
    } catch (error) {
      log.warn('artifacts.delayed', { call_id: call.call_id, reason: errorMessage(error) });
      return 'undelivered';
    }
  }

  async #deliverOne(call: SpooledLeftover): Promise<void> {
    const { org_id, call_id, outcome, metrics, touched_at } = call;
    const { controlPlane } = this.#ports;
    const urls = await this.#store(call).catch(async (error: unknown) => {
      // A call that is over must not be taken for lost while its artifacts wait for their store.
      if (outcome) await this.#reportOutcome(call, outcome);
      throw error;
    });
    if (Object.keys(urls).length > 0) await controlPlane.updateCall(org_id, call_id, urls);
    const measured = outcome ? outcome.metrics : metrics;
    if (measured) await this.#deliverMetrics(org_id, call_id, measured);
    if (!outcome) return controlPlane.reportLostCall(org_id, call_id, touched_at);
    await this.#reportOutcome(call, outcome);
  }

  /** Brings the artifacts to the object store, and answers where they are. */
  async #store({ org_id, call_id }: SpooledLeftover): Promise<{ recording_url?: string; transcript_url?: string }> {
    const { spool, objects } = this.#ports;
    const urls: { recording_url?: string; transcript_url?: string } = {};
    const recording = await spool.recording(call_id);
    if (recording) {
      const key = recordingKey(org_id, call_id);
      await objects.put(key, recording.bytes, { size: recording.size, contentType: 'audio/wav' });
      urls.recording_url = objects.root + key;
    }
    const transcript = await spool.transcript(call_id);
    if (transcript) {
      const key = transcriptKey(org_id, call_id);
      await objects.put(key, once(transcript), { size: transcript.length, contentType: 'text/plain; charset=utf-8' });
      urls.transcript_url = objects.root + key;
    }
    return urls;
  }

  async #reportOutcome(
    { org_id, call_id }: SpooledLeftover,
    { metrics: _metrics, ...end }: CallOutcome,
  ): Promise<void> {
    const { controlPlane } = this.#ports;
    await reportEnd({ controlPlane }, await controlPlane.updateCall(org_id, call_id, end));
  }

  /** Metrics that the API refuses for what they are stay away: the end of the call is reported all the same. */
  async #deliverMetrics(orgId: string, callId: string, metrics: CallMetricsBody): Promise<void> {
    try {
      await this.#ports.controlPlane.putMetrics(orgId, callId, metrics);
    } catch (error) {
      if (!(error instanceof DomainError && error.problem === 'rejected')) throw error;
      this.#ports.log.error('artifacts.metrics_refused', { call_id: callId, reason: error.message });
    }
  }
}

/** The call, or its organisation, is no more: there is nobody to deliver to. */
function falseIfMissing(error: unknown): false {
  if (error instanceof DomainError && error.problem === 'missing') return false;
  throw error;
}

async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}
