import { invalid } from '../../domain/errors.ts';
import { readCount } from './callee.ts';

export const OPERATIONS = ['dial', 'hang_up', 'transfer', 'look_up', 'application', 'number'] as const;
export type SimulatedOperation = (typeof OPERATIONS)[number];

/** Planned faults. Counts decrease with use, the rest stays until changed. */
export interface FaultPlan {
  /** The requests affected by the next three settings. Null for all. */
  readonly on: SimulatedOperation | null;
  /** Number of requests that are processed but whose connection is cut instead of answered. */
  readonly drop_replies: number;
  /** Number of requests that are refused with `answer_status`. */
  readonly refuse: number;
  readonly answer_status: number;
  readonly delay_replies_ms: number;
  readonly delay_callbacks_ms: number;
  /** Sends every callback twice. */
  readonly duplicate_callbacks: boolean;
  /** Swaps each callback of a call with the next one. */
  readonly reorder_callbacks: boolean;
  /** Number of callbacks that are dropped. */
  readonly drop_callbacks: number;
  /** Cuts media sockets this many milliseconds after they open. Null for never. */
  readonly cut_media_after_ms: number | null;
}

const NONE: FaultPlan = {
  on: null,
  drop_replies: 0,
  refuse: 0,
  answer_status: 500,
  delay_replies_ms: 0,
  delay_callbacks_ms: 0,
  duplicate_callbacks: false,
  reorder_callbacks: false,
  drop_callbacks: 0,
  cut_media_after_ms: null,
};

/** The fault of one request. */
export type RequestFault = 'none' | 'refuse' | 'drop_reply';

/** The requested faults. */
export class Faults {
  #plan = NONE;

  get plan(): FaultPlan {
    return this.#plan;
  }

  /** Replaces the plan. Refuses unknown fields with `invalid`. */
  replace(input: Readonly<Record<string, unknown>>): FaultPlan {
    this.#plan = readPlan(input);
    return this.#plan;
  }

  /** The fault of this request. */
  request(operation: SimulatedOperation): RequestFault {
    const { on, refuse, drop_replies } = this.#plan;
    if (on !== null && on !== operation) return 'none';
    if (refuse > 0) {
      this.#plan = { ...this.#plan, refuse: refuse - 1 };
      return 'refuse';
    }
    if (drop_replies === 0) return 'none';
    this.#plan = { ...this.#plan, drop_replies: drop_replies - 1 };
    return 'drop_reply';
  }

  /** Whether this callback is dropped. */
  dropsCallback(): boolean {
    const { drop_callbacks } = this.#plan;
    if (drop_callbacks === 0) return false;
    this.#plan = { ...this.#plan, drop_callbacks: drop_callbacks - 1 };
    return true;
  }
}

function readPlan(input: Readonly<Record<string, unknown>>): FaultPlan {
  const plan: Record<string, unknown> = { ...NONE };
  for (const [name, value] of Object.entries(input)) {
    const read = new Map(Object.entries(READERS)).get(name);
    if (!read) throw invalid(`${name} is not a fault; known are ${Object.keys(NONE).join(', ')}`);
    plan[name] = read(name, value);
  }
  return plan as unknown as FaultPlan;
}

const READERS: Readonly<Record<keyof FaultPlan, (name: string, value: unknown) => unknown>> = {
  on: readOperation,
  drop_replies: readCount,
  refuse: readCount,
  answer_status: readStatus,
  delay_replies_ms: readCount,
  delay_callbacks_ms: readCount,
  duplicate_callbacks: readFlag,
  reorder_callbacks: readFlag,
  drop_callbacks: readCount,
  cut_media_after_ms: (name, value) => (value === null ? null : readCount(name, value)),
};

function readOperation(name: string, value: unknown): SimulatedOperation | null {
  const operation = OPERATIONS.find((each) => each === value);
  if (operation === undefined && value !== null)
    throw invalid(`${name} must be null or one of ${OPERATIONS.join(', ')}`);
  return operation ?? null;
}

function readStatus(name: string, value: unknown): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 400 && value <= 599) return value;
  throw invalid(`${name} must be a status from 400 to 599`);
}

function readFlag(name: string, value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  throw invalid(`${name} must be true or false`);
}
