import { readFile } from 'node:fs/promises';
import { TimeSlices } from '../../adapters/lib/time-slices.ts';
import { scriptedModel } from '../../adapters/providers/script/llm.ts';
import type { LanguageModel } from '../../application/ports/language-model.ts';
import type { ToolCaller } from '../../application/ports/tool-caller.ts';
import type { Agent } from '../../domain/agents/agent.ts';
import { parseAgentConfig } from '../../domain/agents/config.ts';
import { compileScript, type ScriptRule } from '../../domain/script/script.ts';
import type { Scenario, ScenarioFile } from '../../domain/rehearsal/scenario.ts';
import type { ScenarioTimeline } from '../../domain/rehearsal/timeline.ts';
import { serviceAnswer, type ToolService } from '../../application/runtime/rehearsal/tool-service.ts';
import { loadService } from '../../tools/scenario/load-service.ts';
import { AGENT, type webCallWorld } from '../application/runtime/web-call-world.ts';
import type { FakeClock } from '../support/fake-clock.ts';
import { pause } from '../application/runtime/fake-vendors.ts';
import { testProviders } from '../support/providers.ts';
import type { ScriptedChannel } from './scripted-channel.ts';
import { scriptCarrier } from './scripted-carrier.ts';

type World = ReturnType<typeof webCallWorld>;

/** An example of the documentation: an agent, and what the server of its tools answers. */
export interface ExampleAgent {
  readonly agent: Agent;
  /** The agents that it hands over to. */
  readonly targets: readonly Agent[];
  readonly newService: (() => ToolService) | null;
}

/** The round trip of a tool's request, in ms. */
const TOOL_MS = 1_000;

/** Reads the agent that a file of scenarios names, those that it hands over to, and the server of its tools. */
export async function readExample(
  scenarios: URL,
  name: string,
  { server, targets = {} }: Pick<ScenarioFile, 'server' | 'targets'>,
): Promise<ExampleAgent> {
  const others = Object.values(targets).map((file) => readAgent(new URL(file, scenarios), file));
  const agent = withTargets(await readAgent(new URL(name, scenarios), AGENT.agent_id), targets);
  const newService = server === undefined ? null : await loadService(new URL(server, scenarios));
  return { agent, targets: await Promise.all(others), newService };
}

/** An agent as the API would store it. */
async function readAgent(file: URL, id: string): Promise<Agent> {
  const { name, config, agent_category } = JSON.parse(await readFile(file, 'utf8')) as Agent;
  const telephony = { provider: 'acme', application_id: 'app', answer_url: '', hangup_url: '' };
  return {
    ...AGENT,
    ...{ agent_id: id, name, agent_category, telephony: agent_category === 'telephony' ? telephony : null },
    config: parseAgentConfig(config, testProviders()),
  };
}

/** The agent, with the agents of these files as the targets of its handovers. */
function withTargets(agent: Agent, files: Readonly<Record<string, string>>): Agent {
  const { handover } = agent.config;
  if (!handover) return agent;
  const targets = handover.targets.map((target) => ({ ...target, agent_id: files[target.name] ?? target.agent_id }));
  return { ...agent, config: { ...agent.config, handover: { targets } } };
}

interface ExampleCall {
  readonly scenario: Scenario;
  readonly line: ScriptedChannel;
  readonly timeline: ScenarioTimeline;
}

/** A call with an example: by telephone, or from a browser. The model answers by the rules of the agent. */
export function openExample(
  world: World,
  { agent, targets, newService }: ExampleAgent,
  { scenario, line, timeline }: ExampleCall,
) {
  for (const each of [agent, ...targets]) world.agents.set(each.agent_id, each);
  world.vendors.languageModel = async (settings) => watched(scriptOf(settings), timeline);
  if (newService) world.toolCaller.call = toolCalls(world.clock, newService());
  const isTelephone = agent.agent_category === 'telephony';
  const telephone = { call_type: 'inbound', telephony_provider: 'acme', provider_call_sid: 'sid-1' } as const;
  const numbers = { from_number: '+14155550100', to_number: '+15550100000' };
  const callId = world.register(isTelephone ? { ...telephone, ...numbers } : {});
  if (isTelephone) scriptCarrier(world, callId, line, scenario.vendors?.transfers ?? 'answered');
  const caller = { mayRegister: false, isAnonymous: false, network: null };
  const ticket = { provider: 'acme', org_id: 'o1', agent_id: 'a1', call_id: callId };
  const run = (): Promise<void> =>
    isTelephone
      ? world.runtime.openCarrierCall({ ticket, pendingMedia: Promise.resolve({ channel: line, sid: 'sid-1' }) })
      : world.runtime.openWebCall({ orgId: 'o1', agentId: 'a1', callId, page: null, channel: line, ...caller });
  return { callId, run };
}

function scriptOf({ rules = [], otherwise = '' }: Readonly<Record<string, unknown>>): LanguageModel {
  // Its slices of work would take real time.
  const slices = new TimeSlices(() => 0);
  return scriptedModel(compileScript(rules as readonly ScriptRule[], otherwise as string), 0, undefined, slices);
}

/** The model, whose questions are put on the timeline. */
const watched = (model: LanguageModel, timeline: ScenarioTimeline): LanguageModel => ({
  ...model,
  generate(request, signal) {
    timeline.add('asked', request.messages.at(-1)?.content ?? '');
    return model.generate(request, signal);
  },
});

/** Tools whose requests are filled, and whose answers are read, as those of an installation are. */
const toolCalls =
  (clock: FakeClock, service: ToolService): ToolCaller['call'] =>
  async (request) => {
    await pause(clock, TOOL_MS);
    return serviceAnswer(service, request);
  };
