import type { JsonObject } from '../agents/json-readers.ts';
import { wholePattern, type StageField } from '../agents/stage-fields.ts';
import type { AgentStage } from '../agents/agent-stages.ts';
import type { Tool } from './conversation-context.ts';

/** The tool with which the LLM changes the stage of the conversation. */
export const CHANGE_STAGE = 'change_stage';
/** The tool with which it records what the caller said. */
export const SET_FIELDS = 'set_fields';
/** The tool with which it reports whether recorded values are right. */
export const CONFIRM_FIELDS = 'confirm_fields';

/** The tools that the conversation answers itself, in the order in which it does: fields decide on changes. */
export const STAGE_TOOLS: readonly string[] = [SET_FIELDS, CONFIRM_FIELDS, CHANGE_STAGE];

type StageOffer = Pick<AgentStage, 'fields' | 'transitions'>;

/** The tools of a stage for its fields and transitions. The model sees only what it can do here. */
export function stageTools({ fields, transitions }: StageOffer): readonly Tool[] {
  const callers = fields.filter(({ filled_by }) => filled_by === 'caller');
  const confirmed = callers.filter(({ confirm }) => confirm);
  const exits = transitions.filter(({ on }) => on === 'call');
  return [
    ...(callers.length > 0 ? [setTool(callers)] : []),
    ...(confirmed.length > 0 ? [confirmTool(confirmed)] : []),
    ...(exits.length > 0 ? [changeTool(exits)] : []),
  ];
}

const setTool = (fields: readonly StageField[]): Tool => ({
  name: SET_FIELDS,
  description:
    'Records what the caller said. Call it as soon as the caller gave one of these values, also when they correct it. Never ' +
    'record what the caller did not say.',
  parameters: {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name, fieldSchema(field)])),
    additionalProperties: false,
  },
});

const confirmTool = (fields: readonly StageField[]): Tool => ({
  name: CONFIRM_FIELDS,
  description:
    'Reports whether recorded values are right. Read them back first, ask whether they are right, and call this when the ' +
    'caller has answered.',
  parameters: {
    type: 'object',
    properties: {
      correct: { type: 'boolean' },
      fields: {
        type: 'array',
        items: { type: 'string', enum: fields.map(({ name }) => name) },
        description: 'Those that the caller answered about. Left out: all that were read back.',
      },
    },
    required: ['correct'],
    additionalProperties: false,
  },
});

const changeTool = (exits: AgentStage['transitions']): Tool => ({
  name: CHANGE_STAGE,
  description: `Continues the conversation in another stage, whose instructions you get then. Stages:\n${exits
    .map(({ to, description = '' }) => `${to}: ${description}`)
    .join('\n')}`,
  parameters: {
    type: 'object',
    properties: { stage: { type: 'string', enum: [...new Set(exits.map(({ to }) => to))] } },
    required: ['stage'],
    additionalProperties: false,
  },
});

/** The JSON Schema of a field, for the model. */
export const fieldSchema = (field: StageField): JsonObject => {
  const { type, description, choices } = field;
  const isText = type === 'text' || type === 'digits';
  return {
    type: type === 'integer' || type === 'number' || type === 'boolean' ? type : 'string',
    description: type === 'date' ? `${description} Written YYYY-MM-DD.` : description,
    ...(choices && { enum: choices }),
    ...(isText ? boundsOfText(field) : boundsOfNumber(field)),
  };
};

const boundsOfText = ({ min_length, max_length, pattern }: StageField): JsonObject => ({
  ...(min_length !== undefined && { minLength: min_length }),
  ...(max_length !== undefined && { maxLength: max_length }),
  ...(pattern !== undefined && { pattern: wholePattern(pattern) }),
});

const boundsOfNumber = ({ minimum, maximum }: StageField): JsonObject => ({
  ...(minimum !== undefined && { minimum }),
  ...(maximum !== undefined && { maximum }),
});
