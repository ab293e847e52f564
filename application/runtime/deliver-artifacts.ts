import type { CallPatch } from '../../domain/calls/call-log.ts';
import type { CallMetricsBody } from '../../domain/calls/call-metrics.ts';
import { inputsKey, recordingKey, transcriptKey } from '../../domain/calls/artifact-urls.ts';
import { DomainError, errorMessage } from '../../domain/errors.ts';
import { TIMEOUTS_MS } from '../../domain/voice/call-timeouts.ts';
import { AtMost } from '../at-most.ts';
import type { CallSpool, UndeliveredCall } from '../ports/call-spool.ts';
import type { Clock } from '../ports/clock.ts';
import type { ControlPlane } from '../ports/control-plane.ts';
import type { Log } from '../ports/log.ts';
import type { ObjectStore } from '../ports/objects.ts';
import { reportEnd } from './report-end.ts';

/** Calls delivered concurrently. */
const CONCURRENT_CALLS = 4;
/** Ends reported ahead of their deliveries concurrently. */
const CONCURRENT_ENDS = 8;

/** The result of one delivery. `live`: another process may still run the call. */
type DeliveryResult = 'delivered' | 'undelivered' | 'live';

interface DeliveryPorts {
  readonly spool: CallSpool;
  readonly objects: ObjectStore;
  readonly controlPlane: ControlPlane;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Delivers spooled calls to the object store and the API: recording, transcript, their URLs, lists, metrics, outcome, and the
 * report to the campaign. Every step is idempotent, so a partial delivery is repeated as a whole. The end of a call is
 * reported ahead if its delivery takes long: campaigns and limits wait for ends, not for recordings.
 */
export class ArtifactDelivery {
  readonly #ports: DeliveryPorts;
  readonly #pool = new AtMost(CONCURRENT_CALLS);
  readonly #ends = new AtMost(CONCURRENT_ENDS);
  readonly #trying = new Map<string, Promise<DeliveryResult>>();
  readonly #undelivered = new Set<string>();
  #retryMs: number = TIMEOUTS_MS.delivery_retry;
  #cancelRetry: (() => void) | null = null;
  #running: Promise<void> = Promise.resolve();
  #next: Promise<void> | null = null;
  #stopped = false;

  constructor(ports: DeliveryPorts) {
    this.#ports = ports;
  }

  /** Calls whose last delivery attempt failed. */
  get undelivered(): number {
    return this.#undelivered.size;
  }

  /** Tries to deliver this call, which has ended. A failure is retried with backoff. Never rejects. */
  async deliverCall(callId: string): Promise<void> {
    if (this.#stopped) return;
    const result = await this.#deliverOnce(callId);
    if (result === 'undelivered' && this.#cancelRetry === null && this.#next === null) this.#retryLater();
  }

  /** Tries to deliver every call in the spool. Failures are retried with backoff. Never rejects. */
  deliver(): Promise<void> {
    // The running round may have listed the spool before the newest call was left. The next one has not.
    this.#next ??= this.#running.then(() => {
      this.#next = null;
      return (this.#running = this.#round());
    });
    return this.#next;
  }

  /** Waits for the deliveries in progress, and starts no other. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancelRetry?.();
    await Promise.all([this.#running, ...this.#trying.values()]);
  }

  async #round(): Promise<void> {
    if (this.#stopped) return;
    this.#cancelRetry?.();
    this.#cancelRetry = null;
    if (!(await this.#deliverPending())) return this.#retryLater();
    this.#retryMs = TIMEOUTS_MS.delivery_retry;
  }

  #retryLater(): void {
    if (this.#stopped) return;
    this.#cancelRetry = this.#ports.clock.after(this.#retryMs, () => void this.deliver());
    this.#retryMs = Math.min(this.#retryMs * 2, TIMEOUTS_MS.delivery_retry_max);
  }

  /** Whether nothing needs another attempt. */
  async #deliverPending(): Promise<boolean> {
    const { spool, log } = this.#ports;
    try {
      const calls = await spool.pending();
      const results = await Promise.all(calls.map(({ call_id }) => this.#deliverOnce(call_id)));
      return results.every((result) => result === 'delivered');
    } catch (error) {
      log.error('artifacts.unreadable', { error });
      return false;
    }
  }

  /** One attempt at a time for each call: a second request shares the one in progress. */
  #deliverOnce(callId: string): Promise<DeliveryResult> {
    const attempt = this.#trying.get(callId) ?? this.#attempt(callId).finally(() => void this.#trying.delete(callId));
    this.#trying.set(callId, attempt);
    return attempt;
  }

  /**
   * A delivery in its turn. The end is reported ahead after `delivered_end`, also while the delivery waits for its turn, and
   * again with delays that double while that fails.
   */
  async #attempt(callId: string): Promise<DeliveryResult> {
    let isOver = false;
    let reporting = Promise.resolve(true);
    let cancel = (): void => undefined;
    const reportAfter = (ms: number): void => {
      const report = async (): Promise<void> => {
        if (isOver) return;
        reporting = this.#reportEndAhead(callId);
        const isDone = await reporting;
        if (!isDone && !isOver) reportAfter(Math.min(ms * 2, TIMEOUTS_MS.delivery_retry_max));
      };
      cancel = this.#ports.clock.after(ms, () => void this.#ends.run(report));
    };
    reportAfter(TIMEOUTS_MS.delivered_end);
    try {
      return await this.#pool.run(() => this.#tryDelivery(callId));
    } finally {
      isOver = true;
      cancel();
      await reporting;
    }
  }

  /** Reports the end. Returns whether no further report ahead is needed. Never rejects: the delivery reports it again. */
  async #reportEndAhead(callId: string): Promise<boolean> {
    const { log, spool } = this.#ports;
    try {
      const call = await spool.undeliveredCall(callId);
      if (call && this.#mayBeLive(call)) return false;
      if (call) await this.#reportOver(call);
      return true;
    } catch (error) {
      // The delivery discards what such a call left.
      if (isMissing(error)) return true;
      log.warn('artifacts.end_delayed', { call_id: callId, reason: errorMessage(error) });
      return false;
    }
  }

  /** Whether another process may still run the call. */
  #mayBeLive({ outcome, isOrphan, touched_at }: UndeliveredCall): boolean {
    const quietMs = this.#ports.clock.now().getTime() - Date.parse(touched_at);
    return outcome === null && !isOrphan && quietMs < TIMEOUTS_MS.orphan;
  }

  async #tryDelivery(callId: string): Promise<DeliveryResult> {
    const { log, spool } = this.#ports;
    try {
      const call = await spool.undeliveredCall(callId);
      if (call) {
        if (this.#mayBeLive(call)) return 'live';
        const isWanted = await this.#deliverOne(call).then(() => true, falseIfMissing);
        if (!isWanted) await this.#removeStored(call);
        await spool.remove(callId);
        log.info(isWanted ? 'artifacts.delivered' : 'artifacts.unwanted', { call_id: callId });
      }
      this.#undelivered.delete(callId);
      return 'delivered';
    } catch (error) {
      log.warn('artifacts.delayed', { call_id: callId, reason: errorMessage(error) });
      this.#undelivered.add(callId);
      return 'undelivered';
    }
  }

  async #deliverOne(call: UndeliveredCall): Promise<void> {
    const { org_id, call_id, outcome, metrics, tool_calls, answers } = call;
    // The end does not wait for artifacts that the object store cannot take, or that the API rejects.
    const withEnd = async (error: unknown): Promise<never> => {
      await this.#reportOver(call);
      throw error;
    };
    const urls = await this.#store(call).catch(withEnd);
    const lists = { ...(tool_calls.length > 0 && { tool_calls }), ...(answers.length > 0 && { answers }) };
    const measured = outcome ? outcome.metrics : metrics;
    if (measured) await this.#deliverMetrics(org_id, call_id, measured);
    await this.#reportOver(call, { ...urls, ...lists }).catch((error: unknown) => {
      if (isRejected(error)) return withEnd(error);
      throw error;
    });
  }

  /** Uploads the artifacts and returns their URLs. */
  async #store({ org_id, call_id }: UndeliveredCall): Promise<{ recording_url?: string; transcript_url?: string }> {
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
      await this.#storeInputs(org_id, call_id);
      const key = transcriptKey(org_id, call_id);
      await objects.put(key, once(transcript), { size: transcript.length, contentType: 'text/plain; charset=utf-8' });
      urls.transcript_url = objects.root + key;
    }
    return urls;
  }

  /** Uploads the inputs of the conversation, which belong to its transcript. */
  async #storeInputs(orgId: string, callId: string): Promise<void> {
    const { spool, objects } = this.#ports;
    const inputs = await spool.inputs(callId);
    if (!inputs) return;
    const facts = { size: inputs.length, contentType: 'application/x-ndjson' };
    await objects.put(inputsKey(orgId, callId), once(inputs), facts);
  }

  /** Removes what an attempt uploaded for a call that has been erased. */
  async #removeStored({ org_id, call_id }: UndeliveredCall): Promise<void> {
    const { objects } = this.#ports;
    for (const keyOf of [recordingKey, inputsKey, transcriptKey]) await objects.remove(keyOf(org_id, call_id));
  }

  /** Reports the end of a call, or that its runtime was lost, and what the log gets with it. */
  async #reportOver(call: UndeliveredCall, artifacts: CallPatch = {}): Promise<void> {
    const { org_id, call_id, outcome, touched_at } = call;
    const { controlPlane } = this.#ports;
    if (outcome) {
      const { metrics: _metrics, ...end } = outcome;
      // One request takes half the time of two.
      return reportEnd({ controlPlane }, await controlPlane.updateCall(org_id, call_id, { ...artifacts, ...end }));
    }
    if (Object.keys(artifacts).length > 0) await controlPlane.updateCall(org_id, call_id, artifacts);
    await controlPlane.reportLostCall(org_id, call_id, touched_at);
  }

  /** Metrics that the API rejects are dropped: the end of the call is reported all the same. */
  async #deliverMetrics(orgId: string, callId: string, metrics: CallMetricsBody): Promise<void> {
    try {
      await this.#ports.controlPlane.putMetrics(orgId, callId, metrics);
    } catch (error) {
      if (!isRejected(error)) throw error;
      this.#ports.log.error('artifacts.metrics_refused', { call_id: callId, reason: error.message });
    }
  }
}

const isRejected = (error: unknown): error is DomainError =>
  error instanceof DomainError && error.problem === 'rejected';

/** Whether the call or its organisation no longer exists. */
const isMissing = (error: unknown): boolean => error instanceof DomainError && error.problem === 'missing';

function falseIfMissing(error: unknown): false {
  if (isMissing(error)) return false;
  throw error;
}

async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}
