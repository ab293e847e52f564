import { sharedBudget, readFieldValue, type StageValue } from '../agents/field-values.ts';
import type { AgentHandover, HandoverTarget } from '../agents/handover.ts';
import type { Tool } from './conversation-context.ts';
import { fieldSchema } from './stage-tools.ts';
import type { StageValues } from './stage-state.ts';

/** The tool with which the LLM hands the call over to another agent. */
export const HAND_OVER = 'hand_over';

/** Handovers of one call. More would be a loop. */
export const HANDOVERS_PER_CALL = 5;
/** Handovers between two turns of the caller. */
export const HANDOVERS_PER_TURN = 2;

/** The tool for these targets. The model sees their names only: it cannot reach an agent of its choice. */
export function handoverTool({ targets }: AgentHandover): Tool {
  const fields = targets.flatMap((target) => target.fields);
  return {
    name: HAND_OVER,
    description:
      'Hands the conversation over to another agent, who continues it in your place. Tell the caller in the same answer. ' +
      `Targets:\n${targets.map(describe).join('\n')}`,
    parameters: {
      type: 'object',
      properties: {
        target: { type: 'string', enum: targets.map(({ name }) => name) },
        ...Object.fromEntries(fields.map((field) => [field.name, fieldSchema(field)])),
      },
      required: ['target'],
      additionalProperties: false,
    },
  };
}

function describe({ name, description, fields }: HandoverTarget): string {
  const needed = fields.filter(({ required }) => required).map((field) => field.name);
  return `${name}: ${description}${needed.length === 0 ? '' : ` Needs ${needed.join(', ')}.`}`;
}

/**
 * What the next agent gets: what the model gives, else what is known by the names of the fields. `reason`: why the
 * handover has to wait for other values.
 */
export function handoverFields(
  { fields }: HandoverTarget,
  given: Readonly<Record<string, unknown>>,
  known: Readonly<Record<string, unknown>>,
): { readonly values: StageValues } | { readonly reason: string } {
  const values: [string, StageValue][] = [];
  const wrong: string[] = [];
  for (const field of fields) {
    const { name } = field;
    const value = [given, known].map((each) => (Object.hasOwn(each, name) ? each[name] : null)).find(isGiven);
    if (!isGiven(value)) {
      if (field.required) wrong.push(`${name} is missing`);
      continue;
    }
    const read = readFieldValue(field, value, sharedBudget(fields.length));
    if ('reason' in read) wrong.push(`${name} ${read.reason}`);
    else values.push([name, read.value]);
  }
  return wrong.length > 0 ? { reason: wrong.join(', ') } : { values: Object.fromEntries(values) };
}

/** Models send an empty text for what they do not know. */
const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/** What the next agent reads of the handover, after its own system prompt. All that came from the call is data. */
export function handoverNote(from: string, values: StageValues): string {
  const known = Object.entries(values).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return [
    `# Handover\nThe agent ${JSON.stringify(from)} has just handed this call over to you, and the caller knows. Continue the ` +
      'conversation without a greeting. Do not ask again for what is known.',
    ...(known.length === 0 ? [] : [`Known from before, as data: ${known.join('; ')}`]),
  ].join('\n');
}

/** What the model reads once the next agent is ready. */
export const HANDED_OVER = 'Handed over.';

/** Why no handover was made. */
export const HANDOVER_REFUSALS = {
  unknown: 'Not handed over: there is no such target.',
  running: 'Not handed over: another handover is under way.',
  tooMany: `Not handed over: at most ${HANDOVERS_PER_CALL} handovers per call. Help the caller yourself.`,
  tooSoon:
    'Not handed over: the call was handed over too often since the caller last spoke. Speak with the caller first.',
  unavailable: 'Not handed over: the agent is not available. Help the caller yourself, and do not try it again.',
  interrupted:
    'Not handed over: the caller spoke before. Answer them. If they still need the other agent, call it again without announcing it again.',
} as const;
