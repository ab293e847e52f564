import { invalid } from '../../../domain/errors.ts';
import { choice } from '../../../domain/providers/fields.ts';

/** Reasoning efforts of OpenAI's models, from least to most. */
const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const;

export type Effort = (typeof EFFORTS)[number];

/** The setting of an agent for it. */
export const EFFORT_FIELD = choice(EFFORTS, {
  description: 'How much it may reason before it speaks. The least that the model takes when it is left out.',
});

/** What a model family supports. */
export interface Reasoning {
  /** Supported values of `reasoning_effort`, from least to most. Empty when the model does not reason. */
  readonly efforts: readonly Effort[];
  /** The effort cannot be set, so none is sent. */
  readonly isFixed?: true;
  /** Whether the model needs `/responses` always, or only when a request has tools and reasoning. */
  readonly responses?: 'always' | 'with tools';
}

const UP_TO_HIGH = ['low', 'medium', 'high'] as const;
const UP_TO_XHIGH = [...UP_TO_HIGH, 'xhigh'] as const;
const UP_TO_MAX = [...UP_TO_XHIGH, 'max'] as const;

/**
 * Model families; the first match applies. Sources: OpenAI's model pages and its guide to GPT-6; the errors quoted in
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

/** What the model supports. Null for an unknown name. A fine-tuned model is treated as its base model. */
export function reasoningOf(model: string): Reasoning | null {
  const base = model
    .toLowerCase()
    .replace(/^ft:([^:]+).*$/s, '$1')
    .replace(/^.*\//s, '');
  return FAMILIES.find(([name]) => name.test(base))?.[1] ?? null;
}

/** Rejects an effort that the model does not support with `invalid`. A model without reasoning accepts `none`. */
export function checkEffort(model: string, effort: Effort | undefined): void {
  const reasoning = reasoningOf(model);
  if (!reasoning || effort === undefined || reasoning.efforts.includes(effort)) return;
  if (reasoning.efforts.length > 0)
    throw invalid(`reasoning_effort of ${model} must be one of: ${reasoning.efforts.join(', ')}`);
  if (effort !== 'none') throw invalid(`reasoning_effort must be left out: ${model} does not reason`);
}

/**
 * The effort to send to a known model. Undefined when none is sent. The default is the lowest, for latency. An
 * unsupported stored value becomes the next lower supported one, or the lowest.
 */
export function effortFor({ efforts, isFixed }: Reasoning, chosen: Effort | undefined): Effort | undefined {
  const [least] = efforts;
  if (least === undefined || isFixed) return undefined;
  if (chosen === undefined) return least;
  return efforts.findLast((each) => EFFORTS.indexOf(each) <= EFFORTS.indexOf(chosen)) ?? least;
}
