import type { AgentStage } from '../../domain/agents/agent-stages.ts';
import type { CustomVariables } from '../../domain/agents/variables.ts';
import { SET_RECORDING_CONSENT } from '../../domain/voice/consent-tool.ts';
import type { Tool } from '../../domain/voice/conversation-context.ts';
import { HAND_OVER } from '../../domain/voice/handover-tool.ts';
import { DO_NOT_CALL } from '../../domain/voice/do-not-call-tool.ts';
import type { ConversationStage } from '../../domain/voice/stage-state.ts';
import { STAGE_TOOLS, stageTools } from '../../domain/voice/stage-tools.ts';
import type { ConversationSettings } from '../../domain/voice/state.ts';
import type { ToolAction } from '../../domain/voice/tool-state.ts';

/** What callers can ask for in every stage. */
const EVERYWHERE: readonly string[] = [SET_RECORDING_CONSENT, DO_NOT_CALL];

/** The stages of a call, each with the tools of the agent that it has. */
export function stagesOf(
  stages: readonly AgentStage[] | undefined,
  tools: readonly Tool[],
  variables: CustomVariables,
): Pick<ConversationSettings, 'stages'> {
  const [first] = stages ?? [];
  if (!stages || !first) return {};
  const byId = new Map(stages.map((stage) => [stage.id, withTools(stage, tools)]));
  return { stages: { first: first.id, byId, variables } };
}

const withTools = (stage: AgentStage, tools: readonly Tool[]): ConversationStage => ({
  ...stage,
  offered: [...tools.filter(({ name }) => isOffered(name, stage)), ...stageTools(stage)],
});

/** A caller can interrupt a handover at the beginning of a stage: then the model decides. */
const handsOver = ({ on_enter }: AgentStage): boolean => on_enter.some(({ handover }) => handover !== undefined);

const isOffered = (name: string, stage: AgentStage): boolean =>
  stage.tools === undefined ||
  stage.tools.includes(name) ||
  EVERYWHERE.includes(name) ||
  (name === HAND_OVER && handsOver(stage));

/** The conversation answers the tools for stages itself, at once. */
export const stageActions = (stages: readonly AgentStage[] | undefined): Readonly<Record<string, ToolAction>> =>
  stages ? Object.fromEntries(STAGE_TOOLS.map((name) => [name, { hasSideEffects: false, waitingMessage: '' }])) : {};
