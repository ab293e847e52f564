import { originOf, settingsOf } from '../call-settings.ts';
import { withHandover } from '../agent-in-call.ts';
import { CallAgents, type TalkingAgent } from '../call-agents.ts';
import { CallHandovers, type HandoverCall } from '../call-handovers.ts';
import { DoNotCall } from '../do-not-call.ts';
import { GrowingRedaction } from '../growing-redaction.ts';
import type { ConversationResult } from '../conversation-parts.ts';
import { TextConversation } from '../text-conversation.ts';
import type { ControlPlane } from '../../ports/control-plane.ts';
import type { LanguageModel } from '../../ports/language-model.ts';
import type { UsageMeter } from '../usage-meter.ts';
import { seededDraws, type Draws } from '../../../domain/campaigns/seeded-draws.ts';
import { toolCallsIn, type ToolJournalEntry } from '../../../domain/calls/tool-call-record.ts';
import type { Agent } from '../../../domain/agents/agent.ts';
import type { CallTransfers } from '../call-transfers.ts';
import type { ConversationEvent } from '../../../domain/voice/conversation-events.ts';
import type { ConversationSettings } from '../../../domain/voice/state.ts';
import { recordEvent } from '../../../domain/rehearsal/timeline-events.ts';
import { ScenarioTimeline } from '../../../domain/rehearsal/timeline.ts';
import { MockAnswers } from './mock-answers.ts';
import { playCaller } from './play-caller.ts';
import type { ToolService } from './tool-service.ts';
import type { CallRecord, StopCause, TranscriptEntry } from '../../../domain/rehearsal/call-record.ts';
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
  const { conversation, persona, seed, limits, newService } = plan;
  const run = new VirtualRun(ports);
  const draws = seededDraws(seed);
  const timeline = new ScenarioTimeline(run.clock.monotonic);
  const service = newService?.() ?? null;
  const log = new CallJournal(timeline, run.clock.now().getTime(), plan.suite.vendors?.model?.ends !== undefined);
  const talk = await conversationOf(ports, plan, { run, draws, service, log });
  const line = new TextEnd(talk, timeline, run, () => log.journal.length);
  let stopped: StopCause | null = null;
  const played = async (): Promise<void> => {
    if (persona) stopped = await playPersona(persona, plan.wordsIn(run), line, { limits, draws });
    else if ((await playCaller(conversation, line)) === 'gave_up') stopped = 'gave_up';
  };
  const [result] = await run.until(Promise.all([talk.run(), played()]), plan.signal);
  return {
    ...log.record(ports),
    ...factsOf(result),
    ended: stopped === null ? result.reason : null,
    stopped,
    lengthMs: Math.round(run.clock.monotonic()),
    ...(service?.state && { state: service.state() }),
    recording: null,
  };
}

const factsOf = ({
  stages,
  agents,
  metrics,
}: Omit<ConversationResult, 'toolsEnded'>): Pick<CallRecord, 'stages' | 'fields' | 'agents' | 'latenciesMs'> => ({
  stages: stages?.entered ?? [],
  fields: stages?.fields ?? {},
  agents: agents ?? [],
  latenciesMs: metrics.latencies.user_to_bot_secs.map((secs) => Math.round(secs * 1_000)),
});

type JournalFields = 'startedAt' | 'events' | 'transcript' | 'calls' | 'turns' | 'inputs' | 'fault';

/** What is kept of a conversation while it lasts. */
class CallJournal {
  readonly journal: ToolJournalEntry[] = [];
  readonly #timeline: ScenarioTimeline;
  readonly #startedAt: number;
  readonly #transcript: TranscriptEntry[] = [];
  /** When the caller was silent last. */
  #silentAt = 0;
  readonly #isOutage: boolean;
  #inputs = '';
  #fault: string | null = null;

  /** `isOutage`: the suite wants models to fail, which is no fault of a vendor. */
  constructor(timeline: ScenarioTimeline, startedAt: number, isOutage: boolean) {
    this.#timeline = timeline;
    this.#startedAt = startedAt;
    this.#isOutage = isOutage;
  }

  /** What the runtime writes of a call. */
  readonly entry = {
    appendInputs: (text: string): void => void (this.#inputs += text),
    appendToolCall: async (entry: ToolJournalEntry): Promise<void> => void this.journal.push(entry),
    ...{ appendTranscript: ignore, appendAnswer: ignore, writeMetrics: ignore },
    ...{ appendAudio: ignore, skipAudio: ignore, muteCaller: ignore, finish: async () => undefined },
  };

  readonly sendEvent = (event: ConversationEvent): void => {
    recordEvent(this.#timeline, event, event.at - this.#startedAt);
    if (event.type === 'stage_failed' && event.stage === 'llm') this.#fault ??= event.message;
    if (event.type === 'caller_speech_ended') this.#silentAt = event.silence_at;
    if (event.type === 'turn_ended') this.#add('caller', event.text, [event.started_at, this.#silentAt]);
    if (event.type === 'digits_collected')
      this.#add('caller', `[keypad] ${event.keys ?? '(hidden)'}`, [event.at, event.at]);
    if (event.type === 'agent_speech_ended' && event.played_text !== '')
      this.#add('agent', event.played_text, [event.started_at, event.at], event.interrupted);
  };

  #add(speaker: TranscriptEntry['speaker'], words: string, [from, to]: readonly [number, number], isCut = false): void {
    const atMs = from - this.#startedAt;
    this.#transcript.push({
      ...{ speaker, words, atMs, endMs: Math.max(atMs, to - this.#startedAt) },
      ...(isCut && { isInterrupted: true as const }),
    });
  }

  record({ digestOf }: Pick<TextCallPorts, 'digestOf'>): Pick<CallRecord, JournalFields> {
    return {
      startedAt: this.#startedAt,
      events: this.#timeline.events,
      transcript: this.#transcript.toSorted((one, other) => one.atMs - other.atMs),
      calls: toolCallsIn(this.journal),
      fault: this.#isOutage ? null : this.#fault,
      turns: this.#timeline.events.filter(({ name }) => name === 'turn').length,
      inputs: { text: this.#inputs, digest: digestOf(this.#inputs) },
    };
  }
}

function ignore(): void {
  // Not a part of what is reported.
}

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
  const scope: TextScope = {
    ...{ ...plan, agents: opened, service, run, callId: CALL_ID, isTelephone, isOutbound: false },
    ...{ answers: new MockAnswers(suite, run), numbers: new CallNumbers() },
    doNotCall: new DoNotCall({ clock: run.clock, report: async () => null }, isTelephone),
    transferred() {
      left.now = true;
      end.of();
    },
  };
  const call = { call_id: CALL_ID, agent, variables, transfers: transfersOf(agent) };
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
  agent_category === 'telephony' && (transfer || handover) ? { transfer: transfer ?? null, use: ignore } : null;

type RehearsedTransfers = Pick<CallTransfers, 'transfer' | 'use'>;

const paceOf = ({ vendors: { voice = {}, hearing = {} } = {} }: Suite) => ({
  speech: {
    ...(voice.first_audio_ms !== undefined && { firstAudioMs: voice.first_audio_ms }),
    ...(voice.characters_per_second !== undefined && { charactersPerSecond: voice.characters_per_second }),
  },
  hearing: {
    ...(hearing.endpointing_ms !== undefined && { endpointingMs: hearing.endpointing_ms }),
    ...(hearing.final_after_ms !== undefined && { finalAfterMs: hearing.final_after_ms }),
    ...(hearing.partials !== undefined && { partials: hearing.partials }),
  },
});
