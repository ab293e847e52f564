import type { StageValue } from '../agents/field-values.ts';
import type { StageAction } from '../agents/stage-actions.ts';
import type { AgentStage } from '../agents/agent-stages.ts';
import type { CustomVariables } from '../agents/variables.ts';
import type { Tool } from './conversation-context.ts';

/** The stages of a conversation. */
export interface ConversationStages {
  /** Where it begins. */
  readonly first: string;
  readonly byId: ReadonlyMap<string, ConversationStage>;
  /** The variables of the call, for instructions and actions. */
  readonly variables: CustomVariables;
}

/** A stage, and every tool that the model has in it. */
export interface ConversationStage extends AgentStage {
  readonly offered: readonly Tool[];
}

/** Why the conversation came to a stage. */
export type StageCause = 'start' | 'call' | 'fields' | 'key' | 'silence';

/** Changes of the stage between two turns of the caller. More would be a loop. */
export const STAGE_CHANGES_MAX = 5;

/** What is known of a field. `failed`: its attempts are used up. */
export interface CollectedField {
  readonly value: StageValue | null;
  readonly state: 'missing' | 'unconfirmed' | 'collected' | 'failed';
  /** Wrong values so far. */
  readonly attempts: number;
  /** The caller's turn that gave it. */
  readonly turn: number;
  /** The number of the last time that it was given or discarded, counted over all fields. */
  readonly update: number;
}

export const NO_FIELD: CollectedField = { value: null, state: 'missing', attempts: 0, turn: 0, update: 0 };

/** The point at which voice, model and language of a stage apply: after the last words of the one before. */
export interface StageStart {
  readonly starts: string;
}

/** Actions of changes of the stage that were not performed yet: `on_exit` of the stages that were left, then `on_enter`. */
interface PendingActions {
  readonly actions: readonly (StageAction | StageStart)[];
  /** Whether the model answers after them. Otherwise the words of the stage take the place of its own. */
  readonly modelAnswers: boolean;
}

/** Where the conversation is in its stages. */
export interface StageState {
  readonly id: string;
  /** The fields of all stages, by name. */
  readonly fields: Readonly<Record<string, CollectedField>>;
  /** How often a field was given or discarded so far, and how often when each stage was last left. */
  readonly updates: number;
  readonly updatesWhenLeft: Readonly<Record<string, number>>;
  /** Changes since the caller's last turn. */
  readonly changes: number;
  /** Turns of the caller so far. */
  readonly turn: number;
  /** Whether the transitions on `fields` have to be checked: a field or the stage changed since they were. */
  readonly needsRuleCheck: boolean;
  readonly pendingActions: PendingActions | null;
}

/** The state of a conversation with these stages before it begins. */
export const newStageState = ({ first }: ConversationStages): StageState => ({
  ...{ id: first, fields: {}, updates: 0, updatesWhenLeft: {}, changes: 0, turn: 0 },
  ...{ needsRuleCheck: false, pendingActions: null },
});

interface StageScope {
  readonly settings: { readonly stages?: ConversationStages; readonly tools: readonly Tool[] };
  readonly stage: StageState | null;
}

/** The present stage. Null without stages. */
export const stageOf = ({ settings, stage }: StageScope): ConversationStage | null =>
  (stage && settings.stages?.byId.get(stage.id)) ?? null;

/** The tools that the model has now. */
export const availableTools = (state: StageScope): readonly Tool[] => stageOf(state)?.offered ?? state.settings.tools;

/** Whether the model may answer: no rules have to be checked and no actions performed first. */
export const isReadyToAnswer = (stage: StageState | null): boolean =>
  stage === null || (!stage.needsRuleCheck && stage.pendingActions === null);

/** Values of fields, by name. */
export type StageValues = Readonly<Record<string, StageValue>>;

/** The values that count. */
export const collectedValues = (fields: StageState['fields']): StageValues =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { value, state }]) =>
      state === 'collected' && value !== null ? [[name, value] as const] : [],
    ),
  );

/** How long the caller may be silent in this stage, in ms. Null: as everywhere. */
export function stageSilenceMs(state: StageScope): number | null {
  if (state.stage === null || state.stage.changes >= STAGE_CHANGES_MAX) return null;
  const seconds = stageOf(state)?.transitions.find(({ on }) => on === 'silence')?.seconds;
  return seconds === undefined ? null : seconds * 1000;
}
