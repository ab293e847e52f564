import type { Agent } from '../../../domain/agents/agent.ts';
import type { Suite } from '../../../domain/rehearsal/suite.ts';
import type { OpenModel, RehearsalModels } from './open-model.ts';
import type { OpenedAgent } from './text-call.ts';

/** The models of a suite. */
export interface OpenModels {
  /** Null by voice: the agent has its own. */
  readonly agent: OpenedAgent | null;
  readonly personas: ReadonlyMap<string, OpenModel>;
  readonly judge: OpenModel | null;
  readonly all: readonly OpenModel[];
}

/** Opens the models of a suite, and of the agent unless it speaks. Rejects when one cannot be opened. */
export async function openAll(models: RehearsalModels, suite: Suite, agent: Agent | null): Promise<OpenModels> {
  const opened = agent && (await openAgentModels(models, agent));
  const callers = Object.entries(suite.personas ?? {}).flatMap(([name, { llm }]) =>
    llm ? [[name, llm] as const] : [],
  );
  const personas = new Map(
    await Promise.all(callers.map(async ([name, llm]) => [name, await models.open(llm)] as const)),
  );
  const judging = suite.judge ? await models.open(suite.judge.llm) : null;
  const ofAgent = opened ? [opened.model, ...opened.ofStages.values()] : [];
  return {
    agent: opened,
    personas,
    judge: judging,
    all: [...ofAgent, ...personas.values(), ...(judging ? [judging] : [])],
  };
}

async function openAgentModels(models: RehearsalModels, agent: Agent): Promise<OpenedAgent> {
  const { stages = [], models: configured } = agent.config;
  const model = await models.open(configured.llm_config);
  const own = stages.flatMap(({ id, llm_config: settings }) => (settings ? [[id, settings] as const] : []));
  const ofStages = new Map(await Promise.all(own.map(async ([id, each]) => [id, await models.open(each)] as const)));
  return { agent, model, ofStages };
}
