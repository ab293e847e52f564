import { invalid } from '../errors.ts';
import { readFields, readInteger, readLine, readObject } from './json-readers.ts';

/** Time limits of an agent's calls. What is absent is not limited beyond the platform's own limits. */
export interface AgentLimits {
  /** Longest conversation, in seconds. The agent then ends the call. */
  readonly max_call_seconds?: number;
  /** What the agent says before that. May contain `{{variables}}`. */
  readonly warning?: string;
  /** How long before the end the warning is due, in seconds. Present with a warning. */
  readonly warning_seconds_before?: number;
  /** What the agent says when the time is up. May contain `{{variables}}`. */
  readonly closing?: string;
  /** How long a dialled number may ring, in seconds. */
  readonly ring_seconds?: number;
}

/** Four hours is the longest call that most carriers allow. */
const CALL = { minimum: 60, maximum: 14_400 } as const;
const WARNING = { minimum: 5, default: 30, maximum: 600 } as const;
const RING = { minimum: 5, maximum: 120 } as const;
const TEXT_MAX = 1_000;

/** Parses time limits from untyped JSON. Null when none is given. */
export function parseLimits(input: unknown): AgentLimits | null {
  const given = readObject(input, 'limits');
  if (!given) return null;
  const at = (name: keyof AgentLimits): [unknown, string] => [given[name], `limits.${name}`];
  const { max_call_seconds, warning, warning_seconds_before, closing, ring_seconds } = readFields(given, 'limits', {
    max_call_seconds: () => readInteger(...at('max_call_seconds'), CALL),
    warning: () => readLine(...at('warning'), TEXT_MAX),
    warning_seconds_before: () => readInteger(...at('warning_seconds_before'), WARNING),
    closing: () => readLine(...at('closing'), TEXT_MAX),
    ring_seconds: () => readInteger(...at('ring_seconds'), RING),
  });
  const before = warning === null ? warning_seconds_before : (warning_seconds_before ?? WARNING.default);
  const limits = { max_call_seconds, warning, warning_seconds_before: before, closing, ring_seconds };
  requireTogether(limits);
  const present = Object.entries(limits).filter(([, value]) => value !== null);
  return present.length === 0 ? null : (Object.fromEntries(present) as AgentLimits);
}

/** Rejects fields that mean nothing without another one. */
function requireTogether(limits: {
  readonly max_call_seconds: number | null;
  readonly warning: string | null;
  readonly warning_seconds_before: number | null;
  readonly closing: string | null;
}): void {
  const { max_call_seconds: most, warning, warning_seconds_before: before } = limits;
  const missing = (['warning', 'closing'] as const).filter((name) => limits[name] !== null && most === null);
  const reasons = missing.map((name) => `limits.${name} requires limits.max_call_seconds`);
  if (warning === null && before !== null) reasons.push('limits.warning_seconds_before requires limits.warning');
  if (most !== null && before !== null && before >= most)
    reasons.push('limits.warning_seconds_before must be less than limits.max_call_seconds');
  if (reasons.length > 0) throw invalid(reasons);
}
