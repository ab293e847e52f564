import type { Agent } from '../../../domain/agents/agent.ts';
import type { CustomVariables } from '../../../domain/agents/variables.ts';
import type { Suite } from '../../../domain/rehearsal/suite.ts';
import type { ConversationSettings } from '../../../domain/voice/state.ts';
import type { ControlPlane } from '../../ports/control-plane.ts';
import type { LanguageModel } from '../../ports/language-model.ts';
import { VendorFailure } from '../../ports/vendor-failure.ts';
import type { TalkingAgent } from '../call-agents.ts';
import { screeningAnswerOf } from '../call-settings.ts';
import { failoverModel, type ProviderHandle } from '../failover-vendors.ts';
import { groundModel, knowledgeOf } from '../ground-model.ts';
import type { RetrieverPorts } from '../knowledge-retriever.ts';
import { screeningModel } from '../screening-model.ts';
import { chosenModel, VendorChoice } from '../vendor-choice.ts';
import type { VendorMonitor } from '../vendor-monitor.ts';
import type { ModelChain, OpenModel, UnopenedModel } from './open-model.ts';
import { isOpen, type OpenedAgents } from './open-suite.ts';
import { rehearsalTools, type RehearsalToolPorts, type ToolScope } from './rehearsal-tools.ts';
import { virtualModel, type CallNumbers } from './virtual-model.ts';
import type { VirtualRun } from './virtual-run.ts';

/** First output of a scripted model, in ms. */
const SCRIPTED_FIRST_MS = 300;

/** A conversation, as far as what its agents are opened with depends on it. */
export interface TextScope extends ToolScope {
  readonly agents: OpenedAgents;
  readonly isOutbound: boolean;
  readonly numbers: CallNumbers;
  /** Searches the documents of an agent where the suite does not say what is found. */
  readonly search: ControlPlane['retrieve'] | undefined;
  /** The model as this conversation may use it. */
  readonly metered: (model: OpenModel) => LanguageModel;
}

interface AgentOfCall {
  readonly agent: Agent;
  readonly variables: CustomVariables;
}

/** Opens what an agent needs to converse without audio: its models with their fallbacks, its knowledge, tools and keys. */
export async function openTextAgent(
  ports: RehearsalToolPorts,
  scope: TextScope,
  { agent, variables }: AgentOfCall,
  settings: ConversationSettings,
): Promise<TalkingAgent> {
  const { run, suite, search, isOutbound } = scope;
  let { language } = settings;
  const chosen = await chosenModels(scope, agent);
  const retrieval = knowledgePorts(ports, suite, run, search);
  const grounded = groundModel(retrieval, agent, chosen.model, () => language);
  const model = screeningModel(grounded, screeningAnswerOf({ agent, variables, isOutbound }));
  return {
    model,
    summaryModel: chosen.model,
    isGrounded: knowledgeOf(agent) !== null,
    useStage: chosen.useStage,
    switchLanguage: (next) => void (language = next),
    tools: rehearsalTools(ports, agent, variables, scope),
    keys: keysOf(agent, scope),
    close: () => model.close(),
  };
}

function keysOf({ config }: Agent, { isTelephone, doNotCall }: TextScope): TalkingAgent['keys'] {
  const { keypad, do_not_call: section } = config;
  const key = isTelephone ? section?.key : undefined;
  return {
    ...(keypad && { keypad }),
    ...(key !== undefined && { doNotCall: { key, pressed: doNotCall.pressed } }),
  };
}

/** The model of the present stage: that of the agent where a stage has none of its own. */
async function chosenModels(scope: TextScope, { agent_id, name }: Agent) {
  const opened = scope.agents.byId.get(agent_id);
  if (!opened) throw new Error(`The models of ${name} are not open`);
  const open = (chain: ModelChain): Promise<ProviderHandle<LanguageModel>> =>
    failoverModel(candidatesOf(chain, scope), scope.run.clock, UNMONITORED);
  const choice = new VendorChoice('', await open(opened.model));
  const { ofStages, model } = opened;
  return {
    model: ofStages.size > 0 ? chosenModel(choice) : (await choice.selected).service,
    useStage(stage: string): void {
      const own = ofStages.get(stage);
      choice.select(own ? stage : '', () => open(own ?? model));
    },
  };
}

/** What fails is a part of the record. */
const UNMONITORED: VendorMonitor = {
  requestStarted: () => ({ firstOutput: nothing, used: nothing, ended: nothing }),
  ...{ failed: nothing, failedOver: nothing },
};

function nothing(): void {
  // The vendors of a rehearsal are not watched.
}

const candidatesOf = (chain: ModelChain, scope: TextScope) =>
  chain.map((each, place) => ({
    provider: isOpen(each) ? each.about.provider : each.provider,
    open: async (): Promise<LanguageModel> => modelInTime(each, place === 0, scope),
  }));

function modelInTime(
  each: OpenModel | UnopenedModel,
  isFirst: boolean,
  { run, numbers, metered, suite: { vendors = {} } }: TextScope,
): LanguageModel {
  if (!isOpen(each)) throw each.failure;
  const { ends, first_ms: firstMs } = vendors.model ?? {};
  if (isFirst && ends !== undefined) return failingModel(each, ends, run, firstMs ?? SCRIPTED_FIRST_MS);
  const model = each.isScripted ? numbers.of(metered(each)) : metered(each);
  return virtualModel(model, run, firstMs ?? (each.isScripted ? SCRIPTED_FIRST_MS : null));
}

/** A model in an outage, as the suite wants it. */
const failingModel = (
  { model: { model }, about: { provider } }: OpenModel,
  ends: 'hangs' | 'fails' | 'breaks',
  run: VirtualRun,
  afterMs: number,
): LanguageModel => ({
  model,
  generate: (_request, signal) => ({
    [Symbol.asyncIterator]: () => ({
      async next(): Promise<never> {
        if (ends === 'hangs') await aborted(signal);
        else await run.pause(afterMs);
        throw new VendorFailure(`${provider} fails, as the suite says`, { retryable: ends === 'fails' });
      },
    }),
  }),
  close: nothing,
});

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) =>
    signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve(), { once: true }),
  );

function knowledgePorts(
  { log }: RehearsalToolPorts,
  { vendors = {} }: Suite,
  run: VirtualRun,
  search: TextScope['search'],
): RetrieverPorts {
  const { knowledge = {} } = vendors;
  const found: ControlPlane['retrieve'] = async () => {
    await run.pause(knowledge.after_ms ?? 50);
    if (knowledge.ends) throw new Error('The knowledge base is away');
    return (knowledge.finds ?? []).map((each, at) => ({ ...each, document_id: 'd', chunk_id: `d:${at}` }));
  };
  const isSearched = search !== undefined && !vendors.knowledge;
  const retrieve: ControlPlane['retrieve'] = isSearched ? (...args) => run.outside(() => search(...args), null) : found;
  return { clock: run.clock, log, controlPlane: { retrieve } };
}
