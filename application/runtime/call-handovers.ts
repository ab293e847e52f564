import type { Agent } from '../../domain/agents/agent.ts';
import type { HandoverTarget } from '../../domain/agents/handover.ts';
import { plainAnswer, type ToolAnswer } from '../../domain/agents/tool-answer.ts';
import { mergeVariables, type CustomVariables } from '../../domain/agents/variables.ts';
import { TIMEOUTS_MS } from '../../domain/voice/call-timeouts.ts';
import { HANDED_OVER, HANDOVER_REFUSALS, handoverFields } from '../../domain/voice/handover-tool.ts';
import type { StageValues } from '../../domain/voice/stage-state.ts';
import type { ConversationSettings } from '../../domain/voice/state.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import { withTimeout } from '../with-timeout.ts';
import { agentInCall, mayRecordAfter, settingsAfterHandover, speakingAgent } from './agent-in-call.ts';
import { closeAgent, type CallAgents, type ReadyAgent, type TalkingAgent } from './call-agents.ts';
import { callRedaction } from './call-redaction.ts';
import { settingsOf } from './call-settings.ts';
import type { CallTransfers } from './call-transfers.ts';
import type { InputBody } from './conversation-inputs.ts';
import type { GrowingRedaction } from './growing-redaction.ts';
import type { CallRef } from './live-calls.ts';
import type { RunnableTool, ToolInvocation } from './tool-runner.ts';
import { errorMessage } from '../../domain/errors.ts';

/** A call that can be handed over. */
export interface HandoverCall extends Pick<CallRef, 'call_id'> {
  readonly agent: Agent;
  readonly variables: CustomVariables;
  readonly isOutbound?: boolean;
  readonly transfers?: Pick<CallTransfers, 'use'> | null;
}

interface HandoverPorts<A> {
  readonly clock: Clock;
  readonly log: Log;
  /** The agent with this id in the organisation of the call. Null: there is none. */
  readonly findAgent: (agentId: string) => Promise<Agent | null>;
  /** Opens an agent for the call. On an error, nothing is left open. */
  readonly openAgent: (
    call: { readonly agent: Agent; readonly variables: CustomVariables },
    settings: ConversationSettings,
  ) => Promise<A>;
}

interface HandoverParts<A extends TalkingAgent> {
  /** The agents of the call, with the one that speaks first. */
  readonly agents: CallAgents<A>;
  readonly settings: ConversationSettings;
  readonly redaction: GrowingRedaction;
}

/** An agent that is open, and what the conversation has to know of it. */
interface LoadedAgent<A extends TalkingAgent> extends Omit<ReadyAgent<A>, 'taken'> {
  /** As it is in this call. */
  readonly agent: Agent;
  readonly variables: CustomVariables;
  readonly settings: ConversationSettings;
}

/**
 * The handovers of one call. The other agent is loaded and opened while the present one speaks, and takes over once all of
 * it is ready. Until then nothing has changed for the caller, so that the present agent continues after a failure. Only
 * agents of the call's organisation are asked for.
 */
export class CallHandovers<A extends TalkingAgent> {
  readonly #ports: HandoverPorts<A>;
  readonly #call: HandoverCall;
  readonly #parts: HandoverParts<A>;
  readonly #agents: CallAgents<A>;
  /** The variables with which agents left the call, by their ids. */
  readonly #left = new Map<string, CustomVariables>();
  #present: Agent;
  #language: string;

  constructor(ports: HandoverPorts<A>, call: HandoverCall, parts: HandoverParts<A>) {
    this.#ports = ports;
    this.#call = call;
    this.#parts = parts;
    this.#agents = parts.agents;
    this.#present = call.agent;
    this.#language = parts.settings.language;
  }

  /** The parts of the conversation that come from the agent that speaks. */
  get parts(): CallAgents<A>['parts'] {
    return { ...this.#agents.parts, switchLanguage: (language) => this.#switchLanguage(language) };
  }

  /** The tool `hand_over`. The conversation learns of the agent that is ready before the answer. */
  tool(take: (input: InputBody) => void): RunnableTool {
    return {
      hasSideEffects: false,
      idempotencyKey: () => null,
      call: (invocation, signal) => this.#handOver(invocation, signal, take),
    };
  }

  /** The agent of this tool call takes over. Null: it is not there. */
  take(run: number): ReadyAgent<A> | null {
    return this.#agents.take(run);
  }

  /** The agent of this tool call will not take over. */
  discard(run: number): void {
    this.#agents.discard(run);
  }

  async #handOver(
    { arguments: given, variables, run }: ToolInvocation,
    signal: AbortSignal,
    take: (input: InputBody) => void,
  ): Promise<ToolAnswer> {
    const before = this.#present;
    const target = before.config.handover?.targets.find(({ name }) => name === given['target']);
    if (!target || target.agent_id === before.agent_id) return refused(HANDOVER_REFUSALS.unknown);
    const fields = handoverFields(target, given, variables);
    if ('reason' in fields) return refused(`Not handed over: ${fields.reason}.`);
    const loaded = await this.#load(target, fields.values, signal, () => take({ type: 'agentFound', run }));
    if (!loaded) return refused(HANDOVER_REFUSALS.unavailable);
    if (signal.aborted) {
      closeAgent(loaded.opened);
      return refused('Cancelled.');
    }
    const { agent, settings } = loaded;
    if (agent.config.redaction) this.#parts.redaction.expect();
    this.#agents.keep(run, { ...loaded, taken: () => this.#taken(loaded, variables) });
    const next = { target: target.name, agent: speakingAgent(agent), settings, context: target.context };
    take({ type: 'agentReady', run, next });
    return plainAnswer(true, HANDED_OVER);
  }

  /** The agent, opened. Null: the organisation has no such active agent, or it cannot be opened in time. */
  async #load(
    target: HandoverTarget,
    values: StageValues,
    signal: AbortSignal,
    found: () => void,
  ): Promise<LoadedAgent<A> | null> {
    const { clock, log } = this.#ports;
    const about = { call_id: this.#call.call_id, target: target.name, agent_id: target.agent_id };
    const work = async (late: AbortSignal): Promise<LoadedAgent<A> | null> => {
      const loaded = await this.#open(target, values, found);
      if (!loaded || !AbortSignal.any([late, signal]).aborted) return loaded;
      closeAgent(loaded.opened);
      return null;
    };
    try {
      const loaded = await withTimeout(clock, TIMEOUTS_MS.handover, work);
      if (!loaded && !signal.aborted) log.warn('handover.no_agent', about);
      return loaded;
    } catch (error) {
      log.warn('handover.failed', { ...about, reason: errorMessage(error) });
      return null;
    }
  }

  async #open(target: HandoverTarget, values: StageValues, found: () => void): Promise<LoadedAgent<A> | null> {
    const { variables: ofCall, transfers } = this.#call;
    const before = this.#present;
    const stored = await this.#ports.findAgent(target.agent_id);
    if (stored?.status !== 'active') return null;
    found();
    const agent = agentInCall(stored, before, target);
    const variables = { ...ofCall, ...this.#left.get(agent.agent_id), ...values };
    const own = settingsOf({
      ...this.#call,
      agent,
      variables,
      transfers: transfers ? { transfer: agent.config.transfer ?? null } : null,
    });
    const settings = settingsAfterHandover(own, { from: before.name, values, language: this.#language });
    const opened = await this.#ports.openAgent({ agent, variables }, settings);
    return { agent, variables, settings, opened, isRecorded: mayRecordAfter(stored, before) };
  }

  #taken({ agent, variables, settings, opened }: LoadedAgent<A>, left: CustomVariables): void {
    const all = mergeVariables(agent.config.custom_variables, variables);
    this.#left.set(this.#present.agent_id, left);
    this.#present = agent;
    this.#language = settings.language;
    this.#parts.redaction.add(callRedaction(agent.config.redaction, all));
    this.#call.transfers?.use(agent.config.transfer ?? null, all);
    if (settings.language !== agent.config.language.primary) opened.switchLanguage(settings.language);
  }

  #switchLanguage(language: string): void {
    this.#language = language;
    this.#agents.parts.switchLanguage?.(language);
  }
}

const refused = (content: string): ToolAnswer => plainAnswer(false, content);
