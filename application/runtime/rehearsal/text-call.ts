import { originOf, settingsOf } from '../call-settings.ts';
import { withHandover } from '../agent-in-call.ts';
import { CallAgents, type TalkingAgent } from '../call-agents.ts';
import { CallHandovers, type HandoverCall } from '../call-handovers.ts';
import { carrierOutcome } from '../carrier-outcome.ts';
import { DoNotCall } from '../do-not-call.ts';
import { GrowingRedaction } from '../growing-redaction.ts';
import type { ConversationResult } from '../conversation-parts.ts';
import { TextConversation } from '../text-conversation.ts';
import type { ControlPlane } from '../../ports/control-plane.ts';
import type { LanguageModel } from '../../ports/language-model.ts';
import type { UsageMeter } from '../usage-meter.ts';
import { seededDraws, type Draws } from '../../../domain/campaigns/seeded-draws.ts';
import type { Agent } from '../../../domain/agents/agent.ts';
import type { CallTransfers } from '../call-transfers.ts';
import type { ConversationSettings } from '../../../domain/voice/state.ts';
import { outcomeWithoutPickup, type DialledOutcome } from '../../../domain/rehearsal/dialled-call.ts';
import { ScenarioTimeline } from '../../../domain/rehearsal/timeline.ts';
import { CallJournal } from './call-journal.ts';
import { MockAnswers } from './mock-answers.ts';
import { playCallee } from './play-callee.ts';
import { playCaller } from './play-caller.ts';
import type { ToolService } from './tool-service.ts';
import type { CallRecord, StopCause } from '../../../domain/rehearsal/call-record.ts';
import { playPersona, type CallLimits } from './play-persona.ts';
import type { PersonaWords } from './persona-words.ts';
import type { OpenModel } from './open-model.ts';
import type { OpenedAgents } from './open-suite.ts';
import { openTextAgent, type TextScope } from './open-text-agent.ts';
import type { RehearsalToolPorts } from './rehearsal-tools.ts';
import type { Persona, PlannedConversation, Suite } from '../../../domain/rehearsal/suite.ts';
import { TextEnd } from './text-end.ts';
import { CallNumbers } from './virtual-model.ts';
import { VirtualRun, type InSlices, type VirtualTimePorts } from './virtual-run.ts';

const CALL_ID = 'rehearsal';

/** What conversations without audio are held with. */
export interface TextCallPorts extends RehearsalToolPorts, VirtualTimePorts {
  /** Runs work that a suite can make long in slices, between which other work runs. Null: the signal aborted. */
  readonly inSlices: InSlices;
  /** A digest of a text, in hexadecimal: the same for the same text only. */
  readonly digestOf: (text: string) => string;
}

/** One conversation to hold. */
export interface TextCallPlan {
  readonly suite: Suite;
  readonly conversation: Pick<PlannedConversation, 'caller' | 'stays_ms' | 'custom_variables'>;
  readonly persona: Persona | null;
  readonly opened: OpenedAgents;
  readonly newService: (() => ToolService) | null;
  readonly seed: number;
  readonly limits: CallLimits;
  readonly usage: UsageMeter;
  /** Searches the documents of the agent where the suite does not say what is found. */
  readonly search: ControlPlane['retrieve'] | undefined;
  /** The model as this conversation may use it. */
  readonly metered: (model: OpenModel) => LanguageModel;
  /** The words of the persona, whose model is awaited in this run. */
  readonly wordsIn: (run: VirtualRun) => PersonaWords;
  /** Ends the conversation, which then rejects with its reason. */
  readonly signal?: AbortSignal;
}

/** Holds a conversation without audio, as fast as its vendors answer. The same seed and scripted vendors: the same inputs. */
export async function runTextCall(ports: TextCallPorts, plan: TextCallPlan): Promise<CallRecord> {
  const { persona, seed, newService } = plan;
  const unanswered = outcomeWithoutPickup(persona?.callee ?? null);
  if (unanswered) return notPickedUp(unanswered);
  const run = new VirtualRun(ports);
  const draws = seededDraws(seed);
  const timeline = new ScenarioTimeline(run.clock.monotonic);
  const service = newService?.() ?? null;
  const log = new CallJournal(timeline, run.clock.now().getTime(), plan.suite);
  const talk = await conversationOf(ports, plan, { run, draws, service, log });
  const line = new TextEnd(talk, timeline, run, () => log.journal.length);
  const played = (): Promise<StopCause | null> => playSide(plan, line, run, draws);
  const [result, stopped] = await run.until(Promise.all([talk.run(), played()]), plan.signal);
  return {
    ...log.record(ports),
    ...factsOf(result),
    outcome: outcomeOf(plan.opened.first.agent, result, run),
    ended: stopped === null ? result.reason : null,
    stopped,
    lengthMs: Math.round(run.clock.monotonic()),
    ...(service?.state && { state: service.state() }),
    recording: null,
  };
}

/** Plays the other side of the line: a persona that calls or is dialled, or the script of the conversation. */
async function playSide(
  { conversation, persona, limits, wordsIn }: TextCallPlan,
  line: TextEnd,
  run: VirtualRun,
  draws: Draws,
): Promise<StopCause | null> {
  if (!persona) return (await playCaller(conversation, line)) === 'gave_up' ? 'gave_up' : null;
  const talk = (): Promise<StopCause | null> => playPersona(persona, wordsIn(run), line, { limits, draws });
  if (!persona.callee) return talk();
  const timeout = run.pause(limits.seconds * 1_000).then(() => 'seconds' as const);
  const cause = await Promise.race([playCallee(persona.callee, line, talk), timeout]);
  if (!line.timeline.isOver) line.hangUp();
  return cause;
}

/** Only calls of the telephone have one. */
const outcomeOf = ({ agent_category }: Agent, result: TextResult, run: VirtualRun): DialledOutcome | null =>
  agent_category === 'telephony'
    ? {
        ...carrierOutcome(result),
        stayedSeconds: result.reason === 'caller_left' ? Math.floor(run.clock.monotonic() / 1_000) : null,
      }
    : null;

/** A call whose callee did not pick up: there is no conversation. */
const notPickedUp = (outcome: DialledOutcome): CallRecord => ({
  ...{ outcome, ended: outcome.status, stopped: null, fault: null, recording: null, inputs: null, startedAt: 0 },
  events: [{ at: 0, name: 'ended', text: outcome.status }],
  ...{ transcript: [], calls: [], stages: [], fields: {}, agents: [], latenciesMs: [], turns: 0, lengthMs: 0 },
});

type TextResult = Omit<ConversationResult, 'toolsEnded'>;

const factsOf = ({
  stages,
  agents,
  metrics,
}: TextResult): Pick<CallRecord, 'stages' | 'fields' | 'agents' | 'latenciesMs'> => ({
  stages: stages?.entered ?? [],
  fields: stages?.fields ?? {},
  agents: agents ?? [],
  latenciesMs: metrics.latencies.user_to_bot_secs.map((secs) => Math.round(secs * 1_000)),
});

interface CallContext {
  readonly run: VirtualRun;
  readonly draws: Draws;
  readonly service: ToolService | null;
  readonly log: CallJournal;
}

async function conversationOf(
  ports: TextCallPorts,
  plan: TextCallPlan,
  { run, draws, service, log }: CallContext,
): Promise<TextConversation> {
  const { suite, conversation, opened, usage } = plan;
  const { agent } = opened.first;
  const variables = conversation.custom_variables ?? {};
  const left = { now: false };
  const end = { of: (): void => undefined };
  const isTelephone = agent.agent_category === 'telephony';
  const isOutbound = plan.persona?.callee !== undefined;
  const scope: TextScope = {
    ...{ ...plan, agents: opened, service, run, callId: CALL_ID, isTelephone, isOutbound },
    ...{ answers: new MockAnswers(suite, run), numbers: new CallNumbers() },
    doNotCall: new DoNotCall({ clock: run.clock, report: async () => null }, isTelephone),
    transferred() {
      left.now = true;
      end.of();
    },
  };
  const call = { call_id: CALL_ID, agent, variables, isOutbound, transfers: transfersOf(agent) };
  const settings = withHandover(settingsOf(call), agent);
  const first = await openTextAgent(ports, scope, call, settings);
  const agents = new CallAgents(first);
  const handovers = agent.config.handover ? handoversOf(ports, scope, call, { agents, settings }) : null;
  const talk = new TextConversation(
    { clock: run.clock, random: { pick: (items) => items[Math.floor(draws() * items.length)]! } },
    {
      ...{ callId: CALL_ID, settings, origin: originOf(call), usage, pace: paceOf(suite), entry: log.entry },
      ...{ channel: { sendEvent: log.sendEvent }, hasLeft: () => left.now, tools: first.tools, ...first.keys },
      ...(handovers ? { ...handovers.parts, handovers } : agents.parts),
      isGrounded: () => agents.isGrounded,
    },
  );
  end.of = () => talk.end('transferred');
  return talk;
}

/** Agents take over as they are open: their models are those of the suite. */
const handoversOf = (
  ports: TextCallPorts,
  scope: TextScope,
  call: HandoverCall,
  { agents, settings }: { readonly agents: CallAgents<TalkingAgent>; readonly settings: ConversationSettings },
): CallHandovers<TalkingAgent> =>
  new CallHandovers(
    {
      ...{ clock: scope.run.clock, log: ports.log },
      findAgent: async (id) => scope.agents.byId.get(id)?.agent ?? null,
      openAgent: (next, nextSettings) => openTextAgent(ports, scope, next, nextSettings),
    },
    call,
    // What a rehearsal keeps is not redacted.
    { agents, settings, redaction: new GrowingRedaction(null) },
  );

/** Only calls of the telephone can be transferred, by any of their agents. */
const transfersOf = ({ agent_category, config: { transfer, handover } }: Agent): RehearsedTransfers | null =>
  agent_category === 'telephony' && (transfer || handover)
    ? { transfer: transfer ?? null, use: () => undefined }
    : null;

type RehearsedTransfers = Pick<CallTransfers, 'transfer' | 'use'>;

const paceOf = ({ vendors: { voice = {}, hearing = {} } = {} }: Suite) => ({
  speech: {
    ...(voice.first_audio_ms !== undefined && { firstAudioMs: voice.first_audio_ms }),
    ...(voice.characters_per_second !== undefined && { charactersPerSecond: voice.characters_per_second }),
  },
  transcription: {
    ...(hearing.endpointing_ms !== undefined && { endpointingMs: hearing.endpointing_ms }),
    ...(hearing.final_after_ms !== undefined && { finalAfterMs: hearing.final_after_ms }),
    ...(hearing.partials !== undefined && { partials: hearing.partials }),
  },
});
