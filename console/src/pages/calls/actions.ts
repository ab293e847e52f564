import type { Tone } from '../../parts/badge.tsx';
import type { Call } from './call.ts';

/** A call of a tool. */
export type ToolCall = NonNullable<Call['tool_calls']>[number];

/** An attempt to transfer the call. */
export type Transfer = NonNullable<Call['transfers']>[number];

/** What the agent did besides talking. A transfer has its tool call once the call has ended and its tools are reported. */
export interface Action {
  readonly run: number;
  /** Seconds since the conversation began. */
  readonly at: number;
  readonly tool: ToolCall | null;
  readonly transfer: Transfer | null;
}

type ActiveCall = Pick<Call, 'tool_calls' | 'transfers' | 'start_time_utc' | 'created_at'>;

/** The actions of a call, in the order in which they started. */
export function actionsOf({ tool_calls: tools = [], transfers = [], ...call }: ActiveCall): readonly Action[] {
  const startedAt = Date.parse(call.start_time_utc ?? call.created_at);
  const runs = [...new Set([...tools, ...transfers].map(({ run }) => run))];
  const actions = runs.flatMap((run): Action[] => {
    const tool = tools.find((one) => one.run === run) ?? null;
    const transfer = transfers.find((one) => one.run === run) ?? null;
    const first = tool ?? transfer;
    return first ? [{ run, at: (Date.parse(first.started_at) - startedAt) / 1_000, tool, transfer }] : [];
  });
  return actions.toSorted((a, b) => a.at - b.at || a.run - b.run);
}

/** How long a tool call took, in seconds. Null while its end is unknown. */
export const tookSecs = ({ started_at: start, ended_at: end }: ToolCall): number | null =>
  end === null ? null : (Date.parse(end) - Date.parse(start)) / 1_000;

/** The arguments, a line for each. Those that were cut short, and other than objects, stay as they are. */
export function argumentLines(text: string): readonly string[] {
  const values = parsed(text);
  if (typeof values !== 'object' || values === null || Array.isArray(values)) return text === '' ? [] : [text];
  return Object.entries(values).map(([name, value]) => {
    const shown = typeof value === 'string' ? value : JSON.stringify(value);
    return `${name}: ${shown}`;
  });
}

/** The value of a JSON text. Null for other texts. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Tones of the outcomes of tool calls. */
export const TOOL_TONES = {
  running: 'info',
  ok: 'good',
  failed: 'bad',
  cancelled: 'plain',
  unknown: 'warn',
} as const satisfies Record<ToolCall['outcome'], Tone>;

/** Tones of the results of transfers. */
export const TRANSFER_TONES = {
  answered: 'good',
  busy: 'warn',
  no_answer: 'warn',
  not_confirmed: 'warn',
  failed: 'bad',
  canceled: 'plain',
} as const satisfies Record<NonNullable<Transfer['result']>, Tone>;
