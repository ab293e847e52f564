import { originOf, settingsOf } from '../call-settings.ts';
import { groundModel, knowledgeOf } from '../ground-model.ts';
import { TextConversation } from '../text-conversation.ts';
import type { RetrieverPorts } from '../knowledge-retriever.ts';
import type { ControlPlane } from '../../ports/control-plane.ts';
import type { LanguageModel } from '../../ports/language-model.ts';
import type { UsageMeter } from '../usage-meter.ts';
import { seededDraws, type Draws } from '../../../domain/campaigns/seeded-draws.ts';
import { toolCallsIn, type ToolJournalEntry } from '../../../domain/calls/tool-call-record.ts';
import type { Agent } from '../../../domain/agents/agent.ts';
import type { CallTransfers } from '../call-transfers.ts';
import type { ConversationEvent } from '../../../domain/voice/conversation-events.ts';
import { recordEvent } from '../../../domain/rehearsal/timeline-events.ts';
import { ScenarioTimeline } from '../../../domain/rehearsal/timeline.ts';
import { playCaller } from './play-caller.ts';
import type { ToolService } from './tool-service.ts';
import type { CallRecord, StopCause, TranscriptEntry } from '../../../domain/rehearsal/call-record.ts';
import { playPersona, type CallLimits } from './play-persona.ts';
import type { PersonaWords } from './persona-words.ts';
import type { OpenModel } from './open-model.ts';
import { rehearsalTools, type RehearsalToolPorts } from './rehearsal-tools.ts';
import type { Persona, PlannedConversation, Suite } from '../../../domain/rehearsal/suite.ts';
import { TextEnd } from './text-end.ts';
import { numberedCalls, stagedModel, virtualModel } from './virtual-model.ts';
import { VirtualRun, type VirtualTimePorts } from './virtual-run.ts';

/** First output of a scripted model, in ms. */
const SCRIPTED_FIRST_MS = 300;
const CALL_ID = 'rehearsal';

/** An agent whose models are open. */
export interface OpenedAgent {
  readonly agent: Agent;
  readonly model: OpenModel;
  readonly ofStages: ReadonlyMap<string, OpenModel>;
}

/** What conversations without audio are held with. */
export interface TextCallPorts extends RehearsalToolPorts, VirtualTimePorts {
  /** A digest of a text, in hexadecimal: the same for the same text only. */
  readonly digestOf: (text: string) => string;
}

/** One conversation to hold. */
export interface TextCallPlan {
  readonly suite: Suite;
  readonly conversation: Pick<PlannedConversation, 'caller' | 'stays_ms' | 'custom_variables'>;
  readonly persona: Persona | null;
  readonly opened: OpenedAgent;
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
  const log = new CallJournal(timeline, run.clock.now().getTime());
  const talk = conversationOf(ports, plan, { run, draws, service, log });
  const line = new TextEnd(talk, timeline, run, () => log.journal.length);
  let stopped: StopCause | null = null;
  const played = async (): Promise<void> => {
    if (persona) stopped = await playPersona(persona, plan.wordsIn(run), line, { limits, draws });
    else if ((await playCaller(conversation, line)) === 'gave_up') stopped = 'gave_up';
  };
  const [result] = await run.until(Promise.all([talk.run(), played()]), plan.signal);
  const { stages, metrics, reason } = result;
  return {
    ...log.record(ports),
    ended: stopped === null ? reason : null,
    stopped,
    lengthMs: Math.round(run.clock.monotonic()),
    stages: stages?.entered ?? [],
    fields: stages?.fields ?? {},
    latenciesMs: metrics.latencies.user_to_bot_secs.map((secs) => Math.round(secs * 1_000)),
    ...(service?.state && { state: service.state() }),
    recording: null,
  };
}

type JournalFields = 'startedAt' | 'events' | 'transcript' | 'calls' | 'turns' | 'inputs' | 'fault';

/** What is kept of a conversation while it lasts. */
class CallJournal {
  readonly journal: ToolJournalEntry[] = [];
  readonly #timeline: ScenarioTimeline;
  readonly #startedAt: number;
  readonly #transcript: TranscriptEntry[] = [];
  /** When the caller was silent last. */
  #silentAt = 0;
  #inputs = '';
  #fault: string | null = null;

  constructor(timeline: ScenarioTimeline, startedAt: number) {
    this.#timeline = timeline;
    this.#startedAt = startedAt;
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
      fault: this.#fault,
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

function conversationOf(
  ports: RehearsalToolPorts,
  { suite, conversation, opened, usage, metered, search }: TextCallPlan,
  { run, draws, service, log }: CallContext,
): TextConversation {
  const { agent } = opened;
  const variables = conversation.custom_variables ?? {};
  let hasLeft = false;
  const transferred = (): void => {
    hasLeft = true;
    talk.end('transferred');
  };
  const tools = rehearsalTools(ports, { suite, agent, variables, service, run, callId: CALL_ID, transferred });
  const { model, useStage } = modelsOf(opened, suite, run, metered);
  const call = { agent, variables, transfers: transfersOf(agent) };
  const pick = <T>(items: readonly T[]): T => items[Math.floor(draws() * items.length)] as T;
  const { keypad } = agent.config;
  const talk: TextConversation = new TextConversation(
    { clock: run.clock, random: { pick } },
    {
      ...{ callId: CALL_ID, settings: settingsOf(call), origin: originOf(call), tools, useStage },
      ...{
        entry: log.entry,
        usage,
        channel: { sendEvent: log.sendEvent },
        hasLeft: () => hasLeft,
        summaryModel: model,
      },
      model: groundModel(knowledgePorts(ports, suite, run, search), agent, model),
      isGrounded: () => knowledgeOf(agent) !== null,
      ...(keypad && { keypad }),
      pace: paceOf(suite),
    },
  );
  return talk;
}

/** Only calls of the telephone can be transferred. */
const transfersOf = ({ agent_category, config }: Agent): Pick<CallTransfers, 'transfer'> | null =>
  agent_category === 'telephony' && config.transfer ? { transfer: config.transfer } : null;

function modelsOf(
  { model, ofStages }: OpenedAgent,
  { vendors = {} }: Suite,
  run: VirtualRun,
  metered: TextCallPlan['metered'],
) {
  const inTime = (each: OpenModel): LanguageModel => {
    const scripted = each.isScripted ? numberedCalls(metered(each)) : metered(each);
    return virtualModel(scripted, run, vendors.model?.first_ms ?? (each.isScripted ? SCRIPTED_FIRST_MS : null));
  };
  return stagedModel(inTime(model), new Map([...ofStages].map(([stage, each]) => [stage, inTime(each)])));
}

function knowledgePorts(
  { log }: RehearsalToolPorts,
  { vendors = {} }: Suite,
  run: VirtualRun,
  search: TextCallPlan['search'],
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
