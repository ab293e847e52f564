import type { RtviMessage } from '../../../../clients/browser/index.ts';
import { strings } from './strings.ts';
import { stageOf, type ReplyTime, type StageTimes } from './reply-times.ts';

/** Current activity of the call. */
export type Activity = 'listening' | 'hearing' | 'thinking' | 'speaking';

/** What one side said, as far as it is known. */
export interface Caption {
  readonly side: 'caller' | 'agent';
  readonly text: string;
  /** Where the answer may come from. */
  readonly sources: readonly string[];
  /** How soon the answer came; null for what was no answer. In seconds. */
  readonly afterSecs: number | null;
  /** Whether the caller talked over it. */
  readonly isCut: boolean;
}

/** The present stage of the agent, those before it, and the names of the fields that it has collected. */
export interface StageProgress {
  readonly stage: string;
  readonly visited: readonly string[];
  readonly fields: readonly string[];
}

/** A conversation as the page shows it. */
export interface Conversation {
  readonly activity: Activity;
  readonly captions: readonly Caption[];
  /** The caller's words that may still change. */
  readonly interim: string;
  readonly replies: readonly ReplyTime[];
  /** What the agent said went wrong, in its own words. */
  readonly fault: string | null;
  /** Where an agent with stages is in them. Null before it begins, and without stages. */
  readonly progress: StageProgress | null;
  /** The agent that the call was handed over to. Null before. */
  readonly agent: string | null;
  /** Whether the agent's next sentence belongs to its last caption. */
  readonly continues: boolean;
  /** What is known of the answer that has not begun. */
  readonly next: {
    readonly sources: readonly string[];
    readonly afterSecs: number | null;
    readonly stages: StageTimes;
  };
}

const NO_NEXT_REPLY = { sources: [], afterSecs: null, stages: {} } as const;

/** The initial state. */
export const EMPTY_CONVERSATION: Conversation = {
  activity: 'listening',
  captions: [],
  interim: '',
  replies: [],
  fault: null,
  progress: null,
  agent: null,
  continues: false,
  next: NO_NEXT_REPLY,
};

type Data = Readonly<Record<string, unknown>>;
type Reducer = (before: Conversation, data: Data) => Conversation;

const toActivity =
  (activity: Activity): Reducer =>
  (before) => ({ ...before, activity });

const REDUCERS: ReadonlyMap<string, Reducer> = new Map<string, Reducer>([
  ['user-transcription', onTranscription],
  ['user-started-speaking', toActivity('hearing')],
  ['user-stopped-speaking', toActivity('listening')],
  ['bot-llm-started', onGenerationStarted],
  ['bot-started-speaking', toActivity('speaking')],
  ['bot-stopped-speaking', (before) => ({ ...before, activity: 'listening', continues: false })],
  ['bot-output', onBotOutput],
  ['bot-interrupted', onInterruption],
  ['metrics', onMetrics],
  ['server-message', onServerMessage],
  ['error', (before, { message, error }) => ({ ...before, fault: String(message ?? error) })],
]);

/** Applies a message of the runtime. Unknown messages change nothing. */
export function onMessage(before: Conversation, { type, data = {} }: RtviMessage): Conversation {
  return REDUCERS.get(type)?.(before, data) ?? before;
}

/** The captions to show. A caption whose words were interrupted before the first was played is empty. */
export const visibleCaptions = ({ captions }: Pick<Conversation, 'captions'>): readonly Caption[] =>
  captions.filter(({ text }) => text !== '');

/** Drops the interim transcript at the end of the call. */
export const withoutInterim = (conversation: Conversation): Conversation => ({ ...conversation, interim: '' });

function onTranscription(before: Conversation, { text, final }: Data): Conversation {
  if (final !== true) return { ...before, interim: String(text) };
  const caption: Caption = { side: 'caller', text: String(text), sources: [], afterSecs: null, isCut: false };
  return { ...before, interim: '', captions: [...before.captions, caption] };
}

/** A new generation starts. Measurements of a cancelled one are dropped. */
function onGenerationStarted(before: Conversation): Conversation {
  const { stt } = before.next.stages;
  const stages = stt === undefined ? {} : { stt };
  return { ...before, activity: 'thinking', continues: false, next: { ...before.next, stages } };
}

/** Each sentence arrives when its playout starts and again when it ends. */
function onBotOutput(before: Conversation, data: Data): Conversation {
  const { text, spoken_status: status, spoken_progress: progress } = data;
  if (status === 'completed') return before;
  if (status === 'in-progress')
    return withPlayedText(before, String(text), String((progress as Data)['accumulated_text']));
  const { captions, next, continues } = before;
  const last = captions.at(-1);
  if (last?.side === 'agent' && continues)
    return { ...before, captions: [...captions.slice(0, -1), { ...last, text: `${last.text} ${String(text)}` }] };
  const { sources, afterSecs } = next;
  const caption: Caption = { side: 'agent', text: String(text), sources, afterSecs, isCut: false };
  const rest = { ...next, sources: [], afterSecs: null };
  return { ...before, continues: true, captions: [...captions, caption], next: rest };
}

/** Cuts an interrupted sentence to the part that was played. */
function withPlayedText(before: Conversation, sentence: string, played: string): Conversation {
  return withLastAgentCaption(before, (caption) => {
    const at = caption.text.lastIndexOf(sentence);
    const rest = caption.text.slice(at + sentence.length);
    return at === -1 ? caption : { ...caption, text: `${caption.text.slice(0, at)}${played}${rest}`.trim() };
  });
}

function onInterruption(before: Conversation): Conversation {
  return withLastAgentCaption({ ...before, continues: false }, (caption) => ({ ...caption, isCut: true }));
}

function withLastAgentCaption(before: Conversation, change: (caption: Caption) => Caption): Conversation {
  const at = before.captions.findLastIndex(({ side }) => side === 'agent');
  return { ...before, captions: before.captions.map((each, index) => (index === at ? change(each) : each)) };
}

function onMetrics(before: Conversation, { ttfb }: Data): Conversation {
  const known = before.next.stages;
  const stages = Array.isArray(ttfb) ? ttfb.reduce<StageTimes>(addStage, known) : known;
  return { ...before, next: { ...before.next, stages } };
}

/** The last words heard are those that are answered; of the answer, the first word and the first sound count. */
function addStage(before: StageTimes, measured: unknown): StageTimes {
  const { processor, value } = measured as Data;
  const stage = stageOf(String(processor));
  if (stage === null || typeof value !== 'number' || (stage !== 'stt' && before[stage] !== undefined)) return before;
  return { ...before, [stage]: value };
}

function onServerMessage(before: Conversation, data: Data): Conversation {
  const { type, user_to_bot_secs: secs, sources } = data;
  if (type === 'stage') return { ...before, progress: inStage(before.progress, String(data['stage'])) };
  // Stages are those of the present agent.
  if (type === 'agent') return { ...before, agent: String(data['name']), progress: null };
  if (type === 'field') return { ...before, progress: withField(before.progress, data) };
  if (type === 'citations') return { ...before, next: { ...before.next, sources: sourceLabels(sources) } };
  if (type !== 'latency') return before;
  const { next, replies } = before;
  const reply: ReplyTime = { secs: Number(secs), stages: next.stages };
  return { ...before, replies: [...replies, reply], next: { ...next, afterSecs: reply.secs, stages: {} } };
}

const inStage = (before: StageProgress | null, stage: string): StageProgress => ({
  stage,
  visited: before ? withName(before.visited, before.stage) : [],
  fields: before?.fields ?? [],
});

function withField(before: StageProgress | null, { stage, name }: Data): StageProgress {
  const known = before ?? inStage(null, String(stage));
  return { ...known, fields: withName(known.fields, String(name)) };
}

const withName = (names: readonly string[], name: string): readonly string[] =>
  names.includes(name) ? names : [...names, name];

const sourceLabels = (sources: unknown): string[] =>
  (Array.isArray(sources) ? sources : []).map((source: Data) => {
    const { source_filename: name, source_url: url, page, heading } = source;
    const place = typeof page === 'number' ? strings.page(String(name), page) : String(name);
    const parts = [place, heading, url].filter((part) => typeof part === 'string' && part !== '');
    return parts.join(', ');
  });
