import { assert } from 'chai';
import fc from 'fast-check';
import { ToolRunner, type RunnableTool } from '../../../application/runtime/tool-runner.ts';
import type { ToolAnswer } from '../../../domain/agents/tool-answer.ts';
import { toolCallsIn, type ToolJournalEntry } from '../../../domain/calls/tool-call-record.ts';
import type { ConversationInput } from '../../../domain/voice/state.ts';
import type { ToolOutcome } from '../../../domain/voice/tool-state.ts';
import { EffectChecker } from '../../domain/voice/effect-checker.ts';
import { must } from '../../domain/voice/tool-checker.ts';
import { advance, scramble, TOOL_AGENT } from '../../domain/voice/tool-schedules.ts';
import { fakeClock } from '../../support/fake-clock.ts';

const SCHEDULES = 10_000;

/** What the server did, and what the runtime learns of it. */
const ANSWERS: readonly (readonly [ToolOutcome, Partial<ToolAnswer>])[] = [
  ['ok', { ok: true, status: 200 }],
  ['failed', { ok: false, status: 422 }],
  ['unknown', { ok: false, status: null, mayHaveRun: true }],
];

/** A request that the server got. */
interface SentRequest {
  readonly run: number;
  readonly key: string | null;
  outcome: ToolOutcome | null;
  readonly resolve: (answer: ToolAnswer) => void;
}

interface PendingWrite {
  readonly line: ToolJournalEntry;
  readonly done: () => void;
  readonly failed: () => void;
}

/** What is wrong with the runtime under test. */
type Fault =
  | 'sends before the journal is written'
  | 'journals acting tools as reading'
  | 'sends again without an answer';

/** A conversation with its tool runner, a journal that a kill cuts, and the server that its tools reach. */
class Runtime {
  readonly requests: SentRequest[] = [];
  isKilled = false;
  readonly #fault: Fault | null;
  readonly #checker: EffectChecker;
  readonly #runner: ToolRunner;
  /** The lines that survive a kill. */
  readonly #journal: ToolJournalEntry[] = [];
  readonly #writes: PendingWrite[] = [];
  /** Runs whose end a full disk refused. */
  readonly #refused = new Set<number>();
  #isClosed = false;

  constructor(fault: Fault | null) {
    this.#fault = fault;
    const perform = (event: ConversationInput): void => this.#perform(event);
    this.#checker = new (class extends EffectChecker {
      override take(event: ConversationInput): void {
        super.take(event);
        perform(event);
      }
    })(TOOL_AGENT);
    const tools = new Map(['find', 'book'].map((name) => [name, this.#tool(name === 'book')]));
    const entry = { appendToolCall: (line: ToolJournalEntry) => this.#write(line) };
    this.#runner = new ToolRunner({ tools, variables: {}, entry, clock: fakeClock() }, (run, content, outcome) =>
      this.#checker.take({ type: 'toolAnswered', run, content, outcome, at: this.#checker.at }),
    );
    this.#checker.take({ type: 'connected', at: 0 });
  }

  /** Whether something can still happen. */
  get isLive(): boolean {
    return !this.isKilled && (!this.#isClosed || this.#writes.length > 0 || this.#open.length > 0);
  }

  get #open(): SentRequest[] {
    return this.requests.filter(({ outcome }) => outcome === null);
  }

  async move(seed: number): Promise<void> {
    const fate = scramble(seed + 7);
    if (fate % 61 === 0) this.#kill(fate >> 6);
    else if (this.#writes.length > 0 && fate % 3 === 0) this.#finishWrite(fate % 31 === 0);
    else if (this.#open.length > 0 && fate % 4 === 1) this.#answer(fate >> 4);
    else if (!this.#isClosed) advance(this.#checker, seed, () => []);
    await settled();
  }

  /** The caller hangs up, and everything that is under way ends. */
  async end(): Promise<void> {
    if (!this.#isClosed && !this.isKilled) this.#take({ type: 'disconnected', reason: 'caller_left' });
    for (let round = 0; this.isLive && round < 200; round += 1) {
      if (this.#writes.length > 0) this.#finishWrite(false);
      else this.#answer(round);
      await settled();
    }
    must(!this.isLive, 'everything ends');
  }

  /** Checks what the next process finds against what the server got. */
  check(): void {
    const records = new Map(toolCallsIn(this.#journal).map((record) => [record.run, record]));
    for (const { run, key, outcome } of this.requests) {
      must(this.requests.filter((other) => other.run === run).length === 1, `run ${run} is sent once`);
      if (key === null) continue;
      const record = records.get(run);
      must(record?.idempotency_key === key, `run ${run} is journaled before it is sent`);
      if (record?.ended_at) must(record.outcome === outcome, `run ${run} has the outcome of its answer`);
      else must(record?.outcome === 'unknown', `run ${run} may have taken effect`);
      must(this.isKilled || this.#refused.has(run) || record?.ended_at !== null, `the result of run ${run} is kept`);
    }
  }

  #take(event: { type: 'disconnected'; reason: 'caller_left' }): void {
    this.#checker.take({ ...event, at: this.#checker.at });
  }

  #perform({ at }: ConversationInput): void {
    const { history, live, state } = this.#checker;
    for (const effect of history.at(-1)?.[1] ?? []) {
      if (effect.do === 'runTool') this.#runner.start(effect.run, effect.call);
      if (effect.do === 'cancelTool') this.#runner.cancel(effect.run);
    }
    for (const [speech, { texts, cancelled }] of live)
      if (cancelled) this.#checker.take({ type: 'speechCancelled', speech, playedText: texts[0] ?? '', at });
    if (state.phase === 'ended') this.#close();
  }

  #close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    void this.#runner.close();
  }

  #tool(hasSideEffects: boolean): RunnableTool {
    const keyOf = (run: number): string | null => (hasSideEffects ? `key-${run}` : null);
    const send = (run: number, signal: AbortSignal): Promise<ToolAnswer> =>
      new Promise((resolve) => {
        const request: SentRequest = { run, key: keyOf(run), outcome: null, resolve };
        this.requests.push(request);
        signal.addEventListener('abort', () => this.#respond(request, 1));
      });
    return {
      hasSideEffects,
      idempotencyKey: ({ run }) => keyOf(run),
      call: async ({ run }, signal) => {
        const answer = await send(run, signal);
        const repeats = this.#fault === 'sends again without an answer' && answer.mayHaveRun === true;
        return repeats ? send(run, signal) : answer;
      },
    };
  }

  #write(line: ToolJournalEntry): Promise<void> {
    const fault = this.#fault;
    const isMislabelled = fault === 'journals acting tools as reading' && 'name' in line;
    const written = isMislabelled ? { ...line, side_effects: false } : line;
    return new Promise((resolve, reject) => {
      this.#writes.push({ line: written, done: resolve, failed: () => reject(new Error('disk full')) });
      if (fault === 'sends before the journal is written') resolve();
    });
  }

  #finishWrite(isFull: boolean): void {
    const write = this.#writes.shift();
    if (!write) return;
    if (!isFull) this.#journal.push(write.line);
    else if (!('name' in write.line)) this.#refused.add(write.line.run);
    if (isFull) write.failed();
    else write.done();
  }

  #answer(fate: number): void {
    const request = this.#open[fate % Math.max(1, this.#open.length)];
    if (request) this.#respond(request, fate % ANSWERS.length);
  }

  #respond(request: SentRequest, which: number): void {
    if (request.outcome !== null || this.isKilled) return;
    const [outcome, answer] = ANSWERS[which] ?? ANSWERS[0]!;
    request.outcome = outcome;
    request.resolve({ ok: false, status: null, content: `answer-${request.run}.`, variables: {}, ...answer });
  }

  /** A prefix of the writes under way is on the disk. */
  #kill(fate: number): void {
    this.isKilled = true;
    for (const { line } of this.#writes.slice(0, fate % (this.#writes.length + 1))) this.#journal.push(line);
  }
}

const settled = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** Plays random schedules. Answers how many requests with side effects were sent, and how many runtimes were killed. */
async function play(fault: Fault | null): Promise<{ sent: number; killed: number }> {
  const totals = { sent: 0, killed: 0 };
  const fates = fc.array(fc.nat(), { minLength: 20, maxLength: 60, size: 'max' });
  const schedules = fc.asyncProperty(fates, async (moves) => {
    const runtime = new Runtime(fault);
    for (const seed of moves) if (runtime.isLive) await runtime.move(seed);
    await runtime.end();
    runtime.check();
    totals.sent += runtime.requests.filter(({ key }) => key !== null).length;
    totals.killed += runtime.isKilled ? 1 : 0;
  });
  await fc.assert(schedules, { numRuns: SCHEDULES, endOnFailure: true });
  return totals;
}

const failureOf = (fault: Fault): Promise<string> =>
  play(fault).then(
    () => 'none',
    ({ cause }: Error) => String(cause),
  );

describe('tool calls under random interruptions, failures and kills', function () {
  this.timeout(600_000);

  it('are sent once and journaled before, and leave their results', async () => {
    const { sent, killed } = await play(null);
    assert.isAbove(sent, SCHEDULES / 4);
    assert.isAbove(killed, SCHEDULES / 5);
  });

  for (const [fault, broken] of [
    ['sends before the journal is written', /is journaled before it is sent/],
    ['journals acting tools as reading', /may have taken effect/],
    ['sends again without an answer', /is sent once/],
  ] as const)
    it(`show a runtime that ${fault}`, async () => assert.match(await failureOf(fault), broken));
});
