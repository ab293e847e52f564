import { invalid } from '../errors.ts';
import { nearestName } from '../nearest-name.ts';
import { END_CONVERSATION } from '../voice/conversation-context.ts';
import { HAND_OVER } from '../voice/handover-tool.ts';
import { TRANSFER_CALL } from '../voice/transfer-tool.ts';
import { matchingBudget, readFieldValue, type ReadValue, type StageValue } from './field-values.ts';
import { readEach } from './json-readers.ts';
import type { StageAction } from './stage-actions.ts';
import type { StageField } from './stage-fields.ts';
import type { StageCondition, StageTransition } from './stage-transitions.ts';
import type { AgentStage } from './agent-stages.ts';

/** What the stages of an agent may name. */
interface StageNames {
  /** Tools that the model of the agent is offered. */
  readonly offered: readonly string[];
  /** Those of them that are the agent's own. */
  readonly own: readonly string[];
  readonly targets: readonly string[];
  /** The primary language and those that the call can switch to. */
  readonly languages: readonly string[];
  /** Targets of handovers. */
  readonly agents: readonly string[];
}

/**
 * Rejects stages that name what does not exist, that no way leads to, and those that have no exit: neither a transition, nor
 * an action that ends, transfers or hands over the call, nor a tool that does.
 */
export function requireWalkableStages(stages: readonly AgentStage[], known: StageNames): void {
  const fields = new Map(stages.flatMap((stage) => stage.fields.map((field) => [field.name, field] as const)));
  const ids = stages.map(({ id }) => id);
  const names: Names = { ...known, ids, fields, readValue: valueReader() };
  readEach(stages.map((stage, index) => () => requireKnown(stage, `stages[${index}]`, names)));
  const reached = reachedFrom(stages);
  readEach(
    stages.map(({ id }, index) => () => {
      if (!reached.has(id))
        throw invalid(`stages[${index}] (${id}) is never reached: no transition leads to it from ${ids[0]}`);
    }),
  );
}

interface Names extends StageNames {
  readonly ids: readonly string[];
  readonly fields: ReadonlyMap<string, StageField>;
  readonly readValue: ReturnType<typeof valueReader>;
}

/** Reads the values of all conditions within one budget: many conditions compare a field with the same value. */
function valueReader() {
  const budget = matchingBudget();
  const known = new Map<string, ReadValue>();
  return (field: StageField, value: StageValue): ReadValue => {
    const key = JSON.stringify([field.name, value]);
    const read = known.get(key) ?? readFieldValue(field, value, budget);
    known.set(key, read);
    return read;
  };
}

function requireKnown(stage: AgentStage, path: string, names: Names): void {
  const { id, tools = names.offered, transitions, on_enter, on_exit, language } = stage;
  readEach<void>([
    ...tools.map(
      (tool, at) => () =>
        requireName(tool, `${path}.tools[${at}]`, { among: names.offered, what: 'tool of the agent' }),
    ),
    ...transitions.map((each, at) => () => requireTransition(stage, each, `${path}.transitions[${at}]`, names)),
    ...on_enter.map((action, at) => () => requireAction(action, `${path}.on_enter[${at}]`, names)),
    ...on_exit.map((action, at) => () => requireAction(action, `${path}.on_exit[${at}]`, names)),
    () => {
      if (language !== undefined && !names.languages.includes(language))
        throw invalid(`${path}.language must be the primary language or one of languages.others`);
    },
    () => {
      if (!hasExit(stage, tools))
        throw invalid(
          `${path} (${id}) has no exit: add a transition, an action in on_enter that ends or transfers the call, or the tool ${END_CONVERSATION.name}`,
        );
    },
  ]);
}

const hasExit = ({ transitions, on_enter }: AgentStage, tools: readonly string[]): boolean =>
  transitions.length > 0 ||
  on_enter.some(({ end, transfer, handover }) => end === true || transfer !== undefined || handover !== undefined) ||
  [END_CONVERSATION.name, TRANSFER_CALL, HAND_OVER].some((name) => tools.includes(name));

function requireTransition(
  { id, fields: own }: AgentStage,
  { to, on, when }: StageTransition,
  path: string,
  names: Names,
): void {
  const { ids } = names;
  requireName(to, `${path}.to`, { among: ids, what: 'stage' });
  if (to === id) throw invalid(`${path}.to must be another stage`);
  if (on === 'fields' && !when && !own.some((field) => field.required))
    throw invalid(`${path}.when is required: the stage has no required fields`);
  readEach((when ?? []).map((condition, at) => () => requireCondition(condition, `${path}.when[${at}]`, names)));
}

function requireCondition(condition: StageCondition, path: string, { fields, readValue }: Names): void {
  requireName(condition.field, `${path}.field`, { among: [...fields.keys()], what: 'field of a stage' });
  const field = fields.get(condition.field);
  if (!field) return;
  const isNumber = field.type === 'integer' || field.type === 'number';
  for (const bound of ['at_least', 'at_most'] as const)
    if (condition[bound] !== undefined && !isNumber) throw invalid(`${path}.${bound} needs a field with a number`);
  for (const name of ['is', 'is_not'] as const) {
    const value = condition[name];
    if (value !== undefined) requireRead(readValue(field, value), value, `${path}.${name}`);
  }
}

function requireRead(read: ReadValue, value: StageValue, path: string): void {
  if ('reason' in read) throw invalid(`${path} ${read.reason}`);
  if (read.value !== value) throw invalid(`${path} must be written ${JSON.stringify(read.value)}`);
}

function requireAction({ tool, transfer, handover }: StageAction, path: string, { own, targets, agents }: Names): void {
  if (tool !== undefined)
    requireName(tool, `${path}.tool`, { among: own, what: 'tool in tools, page_tools or mcp_servers' });
  if (transfer !== undefined) requireName(transfer, `${path}.transfer`, { among: targets, what: 'target in transfer' });
  if (handover !== undefined) requireName(handover, `${path}.handover`, { among: agents, what: 'target in handover' });
}

function requireName(
  name: string,
  path: string,
  { among, what }: { readonly among: readonly string[]; readonly what: string },
): void {
  if (among.includes(name)) return;
  const near = nearestName(name, [...among]);
  throw invalid(`${path} must be a ${what}${near === null ? `, not ${name.slice(0, 64)}` : `: did you mean ${near}?`}`);
}

/** Ids of the stages that a call can come to. */
function reachedFrom(stages: readonly AgentStage[]): ReadonlySet<string> {
  const byId = new Map(stages.map((stage) => [stage.id, stage]));
  const reached = new Set<string>();
  const next = stages.slice(0, 1).map(({ id }) => id);
  for (let id = next.pop(); id !== undefined; id = next.pop()) {
    if (reached.has(id)) continue;
    reached.add(id);
    next.push(...(byId.get(id)?.transitions ?? []).map(({ to }) => to));
  }
  return reached;
}
