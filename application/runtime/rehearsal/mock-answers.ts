import type { MockedTool, Suite } from '../../../domain/rehearsal/suite.ts';
import type { VirtualRun } from './virtual-run.ts';

/** The round trip of a tool's request unless the suite says otherwise, in ms. */
const TOOL_MS = 600;
/** The status of an answer unless the suite says otherwise. */
const STATUS = 200;

/** What comes of the call of a tool that a suite answers. */
export interface MockedAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** The answers that a suite gives in one conversation, one call after the other, whichever agent calls. */
export class MockAnswers {
  readonly #tools: Readonly<Record<string, MockedTool>>;
  readonly #afterMs: number;
  readonly #run: VirtualRun;
  readonly #calls = new Map<string, number>();

  constructor({ tools = {}, vendors }: Suite, run: VirtualRun) {
    this.#tools = tools;
    this.#afterMs = vendors?.tools?.after_ms ?? TOOL_MS;
    this.#run = run;
  }

  of(name: string): MockedTool | null {
    return Object.hasOwn(this.#tools, name) ? (this.#tools[name] ?? null) : null;
  }

  /** The answer to the next call of this tool, once its time has passed. */
  async next(name: string, { after_ms: afterMs, answers = ['ok'] }: MockedTool): Promise<unknown> {
    const count = this.#calls.get(name) ?? 0;
    this.#calls.set(name, count + 1);
    await this.#run.pause(afterMs ?? this.#afterMs);
    return answers[Math.min(count, answers.length - 1)];
  }

  /** The answer to a request that has this long. Null: there is none in this time. */
  async answer(name: string, mock: MockedTool, timeoutSecs: number): Promise<MockedAnswer | null> {
    if (!mock.hangs) return { status: mock.status ?? STATUS, body: await this.next(name, mock) };
    await this.#run.pause(timeoutSecs * 1_000);
    return null;
  }

  /** Lets the round trip of a tool's request pass. */
  roundTrip(): Promise<void> {
    return this.#run.pause(this.#afterMs);
  }
}

/** Whether this status is that of a failure. */
export const isFailure = ({ status }: MockedAnswer): boolean => status >= 400;
