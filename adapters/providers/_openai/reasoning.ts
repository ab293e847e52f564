import { invalid } from '../../../domain/errors.ts';

/** How much a model of OpenAI's may reason before it answers, from least to most. */
export const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const;

export type Effort = (typeof EFFORTS)[number];

/** What a family of models takes. */
export interface Reasoning {
  /** The values of `reasoning_effort` it takes, from least to most. Without any it does not reason. */
  readonly efforts: readonly Effort[];
  /** Its effort is fixed, so none is sent. */
  readonly isFixed?: true;
  /** Whether it is served at `/responses` alone, or whenever tools are offered to it while it reasons. */
  readonly responses?: 'always' | 'with tools';
}

const UP_TO_HIGH = ['low', 'medium', 'high'] as const;
const UP_TO_XHIGH = [...UP_TO_HIGH, 'xhigh'] as const;
const UP_TO_MAX = [...UP_TO_XHIGH, 'max'] as const;

/**
 * The first family that fits a model's name. Sources: OpenAI's model pages and its guide to GPT-6; the refusals quoted in
 * livekit/agents 5088 and 7169, pipecat 4043, litellm 34569, genkit 6303 and inspect_ai 5254.
 */
const FAMILIES: readonly (readonly [RegExp, Reasoning])[] = [
  [/^(?:gpt-[34]|chatgpt-|gpt-5-chat)/, { efforts: [] }],
  [/^(?:chat-latest|gpt-(?:5\.\d+|[6-9][\d.]*)-chat)/, { efforts: ['medium'], isFixed: true }],
  [/^gpt-5-pro/, { efforts: ['high'], responses: 'always' }],
  [/^gpt-5\.\d+-pro/, { efforts: ['medium', 'high', 'xhigh'], responses: 'always' }],
  [/^o[134]-(?:pro|(?:mini-)?deep)|^gpt-[\d.]+-codex/, { efforts: UP_TO_HIGH, responses: 'always' }],
  [/^o[134](?:-|$)/, { efforts: UP_TO_HIGH }],
  [/^gpt-5(?:-|$)/, { efforts: ['minimal', ...UP_TO_HIGH] }],
  [/^gpt-5\.1/, { efforts: ['none', ...UP_TO_HIGH] }],
  [/^gpt-5\.[2-5]/, { efforts: ['none', ...UP_TO_XHIGH], responses: 'with tools' }],
  [/^gpt-(?:6-astra|6\.1-sol)/, { efforts: UP_TO_MAX, responses: 'with tools' }],
  [/^gpt-(?:5\.6|6)/, { efforts: ['none', ...UP_TO_MAX], responses: 'with tools' }],
];

/** What the model takes, or null for one whose name tells nothing. A fine-tune takes what its base model does. */
export function reasoningOf(model: string): Reasoning | null {
  const base = model
    .toLowerCase()
    .replace(/^ft:([^:]+).*$/s, '$1')
    .replace(/^.*\//s, '');
  return FAMILIES.find(([name]) => name.test(base))?.[1] ?? null;
}

/** Refuses with `invalid` an effort that the model does not take. A model that does not reason may be told `none`. */
export function checkEffort(model: string, effort: Effort | undefined): void {
  const reasoning = reasoningOf(model);
  if (!reasoning || effort === undefined || reasoning.efforts.includes(effort)) return;
  if (reasoning.efforts.length > 0)
    throw invalid(`reasoning_effort of ${model} must be one of: ${reasoning.efforts.join(', ')}`);
  if (effort !== 'none') throw invalid(`reasoning_effort must be left out: ${model} does not reason`);
}

/**
 * The effort to ask a known model for, undefined where none is to be sent. Without a choice it is the least, for a caller
 * waits. A choice that was stored before it was checked becomes the next smaller one that the model takes, or its least.
 */
export function effortFor({ efforts, isFixed }: Reasoning, chosen: Effort | undefined): Effort | undefined {
  const [least] = efforts;
  if (least === undefined || isFixed) return undefined;
  if (chosen === undefined) return least;
  return efforts.findLast((each) => EFFORTS.indexOf(each) <= EFFORTS.indexOf(chosen)) ?? least;
}
