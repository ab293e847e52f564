import { createHash } from 'node:crypto';
import type { JsonObject } from '../../domain/agents/json-readers.ts';

/** What identifies a run: a tool in a call, with its arguments. */
interface ToolRunKey {
  readonly callId: string;
  readonly run: number;
  /** Name by which the model calls the tool. */
  readonly name: string;
  readonly arguments: JsonObject;
}

/** The same for every attempt of a run, whatever the order of its arguments. */
export const idempotencyKey = ({ callId, run, name, arguments: given }: ToolRunKey): string =>
  createHash('sha256')
    .update(JSON.stringify([callId, run, name, sorted(given)]))
    .digest('hex');

/** A JSON value with the fields of its objects in order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(fields.map(([name, each]) => [name, sorted(each)]));
}
