import { appendFile } from 'node:fs/promises';
import type { SpooledCall, SpoolEntry } from '../../application/ports/call-spool.ts';
import type { Log } from '../../application/ports/log.ts';
import type { CallMetricsBody } from '../../domain/calls/call-metrics.ts';
import type { CallOutcome } from '../../domain/calls/call-outcome.ts';
import { FILE_MODE, writeJson } from './files.ts';
import type { CallPaths } from './leftover.ts';
import { RecordingWriter } from './recording.ts';

/** Starts the files of one call, the manifest last: a folder that has one is whole. */
export async function createEntry(
  call: SpooledCall,
  paths: CallPaths,
  log: Log,
  done: () => void,
): Promise<SpoolEntry> {
  const lost = reporter(log.child({ call_id: call.call_id, org_id: call.org_id }));
  const recording = await RecordingWriter.create(paths.recording, call.sampleRate, lost('recording'));
  try {
    await writeJson(paths.manifest, call);
  } catch (error) {
    await recording.finish();
    throw error;
  }
  return new Entry(paths, recording, lost, done);
}

class Entry implements SpoolEntry {
  readonly #paths: CallPaths;
  readonly #recording: RecordingWriter;
  readonly #lost: (part: string) => (error: unknown) => void;
  readonly #done: () => void;
  #transcript: Promise<void> = Promise.resolve();
  #measuring: Promise<void> = Promise.resolve();
  #unmeasured: CallMetricsBody | null = null;
  #finished: Promise<void> | null = null;

  constructor(
    paths: CallPaths,
    recording: RecordingWriter,
    lost: (part: string) => (error: unknown) => void,
    done: () => void,
  ) {
    this.#paths = paths;
    this.#recording = recording;
    this.#lost = lost;
    this.#done = done;
  }

  audio(stereo: Int16Array): void {
    if (!this.#finished) this.#recording.write(stereo);
  }

  text(lines: string): void {
    if (this.#finished) return;
    this.#transcript = this.#transcript
      .then(() => appendFile(this.#paths.transcript, lines, { mode: FILE_MODE, flush: true }))
      .catch(this.#lost('transcript'));
  }

  measured(metrics: CallMetricsBody): void {
    if (this.#finished) return;
    // While the disk is busy only the newest waits for it.
    if (this.#unmeasured === null) this.#measuring = this.#measuring.then(() => this.#writeMetrics());
    this.#unmeasured = metrics;
  }

  finish(outcome: CallOutcome): Promise<void> {
    this.#finished ??= this.#complete(outcome);
    return this.#finished;
  }

  async #writeMetrics(): Promise<void> {
    const metrics = this.#unmeasured;
    this.#unmeasured = null;
    await writeJson(this.#paths.metrics, metrics).catch(this.#lost('metrics'));
  }

  async #complete(outcome: CallOutcome): Promise<void> {
    await Promise.all([this.#recording.finish(), this.#transcript, this.#measuring]);
    await writeJson(this.#paths.outcome, outcome).catch(this.#lost('outcome'));
    this.#done();
  }
}

/** Tells the operator once for each part of a call that something of it is lost. */
function reporter(log: Log): (part: string) => (error: unknown) => void {
  const told = new Set<string>();
  return (part) => (error) => {
    if (told.has(part)) return;
    told.add(part);
    log.error('spool.write_failed', { part, error });
  };
}
