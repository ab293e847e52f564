import type { AgentConfig } from '../agent.ts';
import { calledName } from '../mcp.ts';
import type { DraftProblem } from '../draft-problems.ts';
import { withPart } from '../tools.ts';
import { stageStrings } from './stage-strings.ts';

/** A stage of an agent as the API answers it. */
export type Stage = NonNullable<AgentConfig['stages']>[number];
export type StageField = Stage['fields'][number];
export type Transition = Stage['transitions'][number];
export type Cause = Transition['on'];
export type Condition = NonNullable<Transition['when']>[number];
export type Action = Stage['on_enter'][number];

/** The configuration with these stages: without the section when there are none. */
export const withStages = (stages: readonly Stage[]): Pick<AgentConfig, 'stages'> =>
  ({ stages: stages.length === 0 ? undefined : [...stages] }) as Pick<AgentConfig, 'stages'>;

/** A new stage, with a name that no other has. */
export const blankStage = (stages: readonly Stage[]): Stage => ({
  ...{ id: freeName('stage', idsOf(stages)), instructions: '', context: 'all' },
  ...{ fields: [], transitions: [], on_enter: [], on_exit: [] },
});

/** A new field, with a name that no field of any of them has. */
export const blankField = (owners: readonly FieldOwner[]): StageField => ({
  ...{ name: freeName('field', fieldsOf(owners).map(nameOf)), type: 'text', description: '' },
  ...{ required: true, confirm: false, filled_by: 'caller', attempts: 3 },
});

/** A new way out of a stage: to the one after it, when the model decides. */
export function blankTransition(stages: readonly Stage[], from: string): Transition {
  const ids = idsOf(stages);
  const next = ids[ids.indexOf(from) + 1] ?? ids.find((id) => id !== from) ?? '';
  return { to: next, on: 'call', description: '' };
}

function freeName(stem: string, taken: readonly string[]): string {
  let number = 1;
  while (taken.includes(`${stem}_${number}`)) number += 1;
  return `${stem}_${number}`;
}

export const idsOf = (stages: readonly Stage[]): string[] => stages.map(({ id }) => id);

/** What has fields: a stage, or a target of handovers. */
type FieldOwner = Pick<Stage, 'fields'>;

/** The fields of all of them. */
export const fieldsOf = (owners: readonly FieldOwner[]): StageField[] => owners.flatMap(({ fields }) => fields);

const nameOf = ({ name }: StageField): string => name;

/** The stages where this one has another id, and so has it wherever a transition names it. */
export const withId = (stages: readonly Stage[], before: string, id: string): Stage[] =>
  stages.map((stage) => ({
    ...stage,
    id: stage.id === before ? id : stage.id,
    transitions: stage.transitions.map((each) => (each.to === before ? { ...each, to: id } : each)),
  }));

/** The stages where this field has another name, and so has it in all conditions. */
export const withFieldName = (stages: readonly Stage[], before: string, name: string): Stage[] =>
  stages.map((stage) => ({
    ...stage,
    fields: stage.fields.map((field) => (field.name === before ? { ...field, name } : field)),
    transitions: stage.transitions.map(({ when, ...each }) => ({
      ...each,
      ...(when && { when: when.map((one) => (one.field === before ? { ...one, field: name } : one)) }),
    })),
  }));

/** The stage with these tools only. Null: with all of the agent. */
export const withTools = ({ tools: _tools, ...stage }: Stage, tools: readonly string[] | null): Stage => ({
  ...stage,
  ...(tools && { tools: [...tools] }),
});

/** The field with another type. Limits belong to their type. */
export function withType(field: StageField, type: StageField['type']): StageField {
  const { choices, minimum: _a, maximum: _b, min_length: _c, max_length: _d, pattern: _e, ...always } = field;
  return { ...always, type, ...(type === 'choice' && { choices: choices ?? [] }) };
}

/** The field with another filler. What a tool fills in is not confirmed. */
export const withFiller = (field: StageField, filled_by: StageField['filled_by']): StageField => ({
  ...field,
  filled_by,
  confirm: field.confirm && filled_by === 'caller',
});

/** The transition with another cause: with what that needs, and conditions where it can have some. */
export const withCause = ({ to, when }: Transition, on: Cause): Transition => ({
  ...{ to, on },
  ...(on === 'call' && { description: '' }),
  ...(on === 'key' && { key: '0' }),
  ...(on === 'silence' && { seconds: 10 }),
  ...(hasConditions(on) && when && { when }),
});

export const hasConditions = (on: Cause): boolean => on === 'call' || on === 'fields';

/** How a field is compared. `collected`: it is not. */
export const COMPARISONS = ['collected', 'is', 'is_not', 'at_least', 'at_most', 'failed'] as const;
export type Comparison = (typeof COMPARISONS)[number];

export const comparisonOf = (compared: Condition): Comparison =>
  COMPARISONS.find((each) => each in compared) ?? 'collected';

/** The value that a condition compares with. */
export const comparedWith = (compared: Condition): unknown =>
  (compared as Readonly<Record<string, unknown>>)[comparisonOf(compared)];

/** Conditions of one comparison each. They say the same: all must hold. */
export const singly = (conditions: readonly Condition[]): Condition[] =>
  conditions.flatMap((compared) => {
    const { field, ...comparisons } = compared;
    const each = Object.entries(comparisons).map(([name, value]): Condition => ({ field, [name]: value }));
    return each.length > 1 ? each : [compared];
  });

/** A condition with this comparison. Without a value: one that fits the field. */
export function condition(
  field: Pick<StageField, 'name' | 'type' | 'choices'>,
  how: Comparison,
  value?: unknown,
): Condition {
  const preset = how === 'failed' ? true : how === 'is' || how === 'is_not' ? firstValue(field) : 0;
  return {
    field: field.name,
    ...(how !== 'collected' && { [how]: value === undefined ? preset : value }),
  };
}

const firstValue = ({ type, choices }: Pick<StageField, 'type' | 'choices'>): unknown => {
  if (type === 'boolean') return true;
  return isNumeric({ type }) ? 0 : (choices?.[0] ?? '');
};

export const isNumeric = ({ type }: Pick<StageField, 'type'>): boolean => type === 'integer' || type === 'number';

/** Conditions whose number was removed: the API would take them for conditions that a field is known. */
export const missingInStages = (stages: readonly Stage[]): DraftProblem[] =>
  stages.flatMap(({ transitions }, stage) =>
    transitions.flatMap(({ when = [] }, way) =>
      when.flatMap((each, place) =>
        comparedWith(each) === null
          ? [{ path: `stages[${stage}].transitions[${way}].when[${place}]`, message: stageStrings.numberMissing }]
          : [],
      ),
    ),
  );

/** The comparisons that a field can have. */
export const comparisonsFor = (field: Pick<StageField, 'type'>): readonly Comparison[] =>
  COMPARISONS.filter((each) => isNumeric(field) || (each !== 'at_least' && each !== 'at_most'));

/** The transition with these conditions, or without any. */
export const withConditions = ({ when: _when, ...transition }: Transition, when: readonly Condition[]): Transition => ({
  ...transition,
  ...(when.length > 0 && { when: [...when] }),
});

export const ACTION_KINDS = ['say', 'tool', 'transfer', 'handover', 'end'] as const;
export type ActionKind = (typeof ACTION_KINDS)[number];

export const actionKind = (action: Action): ActionKind => ACTION_KINDS.find((kind) => kind in action) ?? 'say';

/** A new action of this type. Tools and targets: the first of these names. */
export const blankAction = (kind: ActionKind, [name = '']: readonly string[] = []): Action => ({
  [kind]: kind === 'end' ? true : kind === 'say' ? '' : name,
});

/** The action with this part. What is empty is left out, but for what makes it that action. */
export const withActionPart = (action: Action, part: Partial<Action>): Action => ({
  ...withPart(action, part),
  ...Object.fromEntries(Object.entries(part).filter(([name]) => name === actionKind(action))),
});

/** Names of the tools that a stage can be limited to, as the API knows them. Those that callers can ask for are everywhere. */
export function toolNames(config: AgentConfig): string[] {
  const { keypad, transfer, handover, callbacks, languages, behaviour } = config;
  const ending = behaviour.automatic_call_ending;
  const platform: readonly (readonly [string, boolean])[] = [
    ['switch_language', languages?.switch_by === 'tool'],
    ['send_dtmf', keypad?.send === true],
    ['collect_digits', (keypad?.collect.length ?? 0) > 0],
    ['transfer_call', transfer !== undefined],
    ['hand_over', handover !== undefined],
    ['schedule_callback', callbacks?.tool === true],
    ['end_conversation', ending.enabled && ending.graceful_llm_call_ending],
  ];
  return [...ownTools(config), ...platform.filter(([, on]) => on).map(([name]) => name)];
}

/** Names of the tools that an action can call: those of the agent itself. */
export const ownTools = ({
  tools = [],
  mcp_servers: servers = [],
  page_tools: ofPage = [],
}: Pick<AgentConfig, 'tools' | 'mcp_servers' | 'page_tools'>): string[] => [
  ...[...tools, ...ofPage].map(({ name }) => name),
  ...servers.flatMap((server) => server.tools.map((tool) => calledName(server, tool))),
];
