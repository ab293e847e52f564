import { setImmediate } from 'node:timers/promises';
import type { SpooledCall, SpoolEntry } from '../../application/ports/call-spool.ts';
import type { Log } from '../../application/ports/log.ts';
import type { AnswerRecord } from '../../domain/calls/answer-record.ts';
import type { ToolJournalEntry } from '../../domain/calls/tool-call-record.ts';
import type { CallMetricsBody } from '../../domain/calls/call-metrics.ts';
import { withLosses, type CallOutcome } from '../../domain/calls/call-outcome.ts';
import { storeFaultOf } from '../lib/store-faults.ts';
import { writeJson } from './files.ts';
import { TextFile } from './text-file.ts';
import type { CallPaths } from './undelivered-call.ts';
import { RecordingWriter } from './recording.ts';
import { ToolJournal } from './tool-journal.ts';

/**
 * Starts the files of one call, the manifest last: a folder that has one is whole. `done` hears of the end, and is given
 * the outcome when it could not be written.
 */
export async function createEntry(
  call: SpooledCall,
  paths: CallPaths,
  log: Log,
  done: (unwritten: CallOutcome | null) => void,
): Promise<SpoolEntry> {
  const losses = new Losses(log.child({ call_id: call.call_id, org_id: call.org_id }));
  const recording = await RecordingWriter.create(paths.recording, call.sampleRate, losses.of('recording'));
  try {
    await writeJson(paths.manifest, call, { isAwaited: true });
  } catch (error) {
    await recording.finish();
    throw error;
  }
  return new Entry(paths, recording, losses, done);
}

class Entry implements SpoolEntry {
  readonly #paths: CallPaths;
  readonly #recording: RecordingWriter;
  readonly #losses: Losses;
  readonly #done: (unwritten: CallOutcome | null) => void;
  readonly #tools: ToolJournal;
  readonly #transcript: TextFile;
  readonly #answers: TextFile;
  readonly #inputs: TextFile;
  #measuring: Promise<void> = Promise.resolve();
  #unmeasured: CallMetricsBody | null = null;
  #finished: Promise<void> | null = null;

  constructor(
    paths: CallPaths,
    recording: RecordingWriter,
    losses: Losses,
    done: (unwritten: CallOutcome | null) => void,
  ) {
    this.#paths = paths;
    this.#recording = recording;
    this.#losses = losses;
    this.#done = done;
    this.#tools = new ToolJournal(paths.tools, losses.of('tools'));
    this.#transcript = new TextFile(paths.transcript, 'flushed', losses.of('transcript'));
    this.#answers = new TextFile(paths.answers, 'flushed', losses.of('answers'));
    this.#inputs = new TextFile(paths.inputs, 'gapless', losses.of('inputs'));
  }

  appendAudio(stereo: Int16Array): void {
    if (!this.#finished) this.#recording.write(stereo);
  }

  skipAudio(samples: number): void {
    if (!this.#finished) this.#recording.skip(samples);
  }

  muteCaller(from: number, to: number): void {
    if (!this.#finished) this.#recording.muteLeft(from, to);
  }

  appendTranscript(lines: string): void {
    if (!this.#finished) this.#transcript.append(lines);
  }

  appendAnswer(answer: AnswerRecord): void {
    // The line break comes first as well, because a failed write may have left a part of a line.
    if (!this.#finished) this.#answers.append(`\n${JSON.stringify(answer)}\n`);
  }

  appendInputs(lines: string): void {
    if (!this.#finished) this.#inputs.append(lines);
  }

  appendToolCall(line: ToolJournalEntry): Promise<void> {
    return this.#tools.append(line);
  }

  writeMetrics(metrics: CallMetricsBody): void {
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
    // The end of a call changes them right before its outcome, which includes them.
    await setImmediate();
    if (this.#finished) return;
    const metrics = this.#unmeasured;
    this.#unmeasured = null;
    await writeJson(this.#paths.metrics, metrics).catch(this.#losses.of('metrics'));
  }

  async #complete(outcome: CallOutcome): Promise<void> {
    const words = [this.#transcript, this.#answers, this.#inputs].map((file) => file.close());
    await Promise.all([this.#recording.finish(), ...words, this.#tools.close(), this.#measuring]);
    const lossFields = this.#losses.reportedIn(outcome);
    const isWritten = await writeJson(this.#paths.outcome, lossFields).then(() => true, this.#losses.of('outcome'));
    this.#done(isWritten === true ? null : lossFields);
  }
}

/** Counts the parts of a call that could not be written. Logs the first loss of each. */
class Losses {
  readonly #log: Log;
  readonly #errors = new Map<string, unknown>();

  constructor(log: Log) {
    this.#log = log;
  }

  of(part: string): (error: unknown) => void {
    return (error) => {
      if (this.#errors.has(part)) return;
      this.#errors.set(part, error);
      this.#log.error('spool.write_failed', { part, fault: storeFaultOf(error), error });
    };
  }

  /** The outcome, which says what is missing of the words that were said. */
  reportedIn(outcome: CallOutcome): CallOutcome {
    const parts = (['recording', 'transcript'] as const).filter((part) => this.#errors.has(part));
    return withLosses(
      outcome,
      parts,
      parts.some((part) => storeFaultOf(this.#errors.get(part)) === 'full'),
    );
  }
}
