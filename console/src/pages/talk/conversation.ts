import { words } from '../../words.ts';
import type { RtviMessage } from './frames.ts';
import { stageOf, type ReplyTime, type StageTimes } from './reply-times.ts';

/** What the agent does at the moment. */
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

/** A conversation as the page shows it. */
export interface Conversation {
  readonly activity: Activity;
  readonly captions: readonly Caption[];
  /** The caller's words that may still change. */
  readonly interim: string;
  readonly replies: readonly ReplyTime[];
  /** What the agent said went wrong, in its own words. */
  readonly fault: string | null;
  /** Whether the agent's next sentence belongs to its last caption. */
  readonly goesOn: boolean;
  /** What is known of the answer that has not begun. */
  readonly coming: {
    readonly sources: readonly string[];
    readonly afterSecs: number | null;
    readonly stages: StageTimes;
  };
}

const NOTHING_COMING = { sources: [], afterSecs: null, stages: {} } as const;

/** A conversation in which nothing was said. */
export const SILENCE: Conversation = {
  activity: 'listening',
  captions: [],
  interim: '',
  replies: [],
  fault: null,
  goesOn: false,
  coming: NOTHING_COMING,
};

type Data = Readonly<Record<string, unknown>>;
type Step = (before: Conversation, data: Data) => Conversation;

const turnedTo =
  (activity: Activity): Step =>
  (before) => ({ ...before, activity });

const STEPS: ReadonlyMap<string, Step> = new Map<string, Step>([
  ['user-transcription', heard],
  ['user-started-speaking', turnedTo('hearing')],
  ['user-stopped-speaking', turnedTo('listening')],
  ['bot-llm-started', asked],
  ['bot-started-speaking', turnedTo('speaking')],
  ['bot-stopped-speaking', (before) => ({ ...before, activity: 'listening', goesOn: false })],
  ['bot-output', said],
  ['bot-interrupted', cut],
  ['metrics', timed],
  ['server-message', toldOwn],
  ['error', (before, { message, error }) => ({ ...before, fault: String(message ?? error) })],
]);

/** The conversation after one more message of the runtime. Messages of no meaning here change nothing. */
export function told(before: Conversation, { type, data = {} }: RtviMessage): Conversation {
  return STEPS.get(type)?.(before, data) ?? before;
}

/** The conversation when nothing more will come: words that never became final are gone. */
export const settled = (conversation: Conversation): Conversation => ({ ...conversation, interim: '' });

function heard(before: Conversation, { text, final }: Data): Conversation {
  if (final !== true) return { ...before, interim: String(text) };
  const caption: Caption = { side: 'caller', text: String(text), sources: [], afterSecs: null, isCut: false };
  return { ...before, interim: '', captions: [...before.captions, caption] };
}

/** The model is asked anew: what was measured of an answer that never came is not this one's. */
function asked(before: Conversation): Conversation {
  const { stt } = before.coming.stages;
  const stages = stt === undefined ? {} : { stt };
  return { ...before, activity: 'thinking', goesOn: false, coming: { ...before.coming, stages } };
}

/** A sentence comes once when it begins, and again when it is over. */
function said(before: Conversation, data: Data): Conversation {
  const { text, spoken_status: status, spoken_progress: progress } = data;
  if (status === 'completed') return before;
  if (status === 'in-progress') return shortened(before, String(text), String((progress as Data)['accumulated_text']));
  const { captions, coming, goesOn } = before;
  const last = captions.at(-1);
  if (last?.side === 'agent' && goesOn)
    return { ...before, captions: [...captions.slice(0, -1), { ...last, text: `${last.text} ${String(text)}` }] };
  const { sources, afterSecs } = coming;
  const caption: Caption = { side: 'agent', text: String(text), sources, afterSecs, isCut: false };
  const rest = { ...coming, sources: [], afterSecs: null };
  return { ...before, goesOn: true, captions: [...captions, caption], coming: rest };
}

/** Leaves of a sentence that was cut short what was played of it. */
function shortened(before: Conversation, sentence: string, played: string): Conversation {
  return withAgentsLast(before, (caption) => {
    const at = caption.text.lastIndexOf(sentence);
    const rest = caption.text.slice(at + sentence.length);
    return at === -1 ? caption : { ...caption, text: `${caption.text.slice(0, at)}${played}${rest}`.trim() };
  });
}

function cut(before: Conversation): Conversation {
  return withAgentsLast({ ...before, goesOn: false }, (caption) => ({ ...caption, isCut: true }));
}

function withAgentsLast(before: Conversation, change: (caption: Caption) => Caption): Conversation {
  const at = before.captions.findLastIndex(({ side }) => side === 'agent');
  return { ...before, captions: before.captions.map((each, index) => (index === at ? change(each) : each)) };
}

function timed(before: Conversation, { ttfb }: Data): Conversation {
  const known = before.coming.stages;
  const stages = Array.isArray(ttfb) ? ttfb.reduce<StageTimes>(withStage, known) : known;
  return { ...before, coming: { ...before.coming, stages } };
}

/** The last words heard are those that are answered; of the answer, the first word and the first sound count. */
function withStage(before: StageTimes, measured: unknown): StageTimes {
  const { processor, value } = measured as Data;
  const stage = stageOf(String(processor));
  if (stage === null || typeof value !== 'number' || (stage !== 'stt' && before[stage] !== undefined)) return before;
  return { ...before, [stage]: value };
}

function toldOwn(before: Conversation, { type, user_to_bot_secs: secs, sources }: Data): Conversation {
  if (type === 'citations') return { ...before, coming: { ...before.coming, sources: sourceWords(sources) } };
  if (type !== 'latency') return before;
  const { coming, replies } = before;
  const reply: ReplyTime = { secs: Number(secs), stages: coming.stages };
  return { ...before, replies: [...replies, reply], coming: { ...coming, afterSecs: reply.secs, stages: {} } };
}

const sourceWords = (sources: unknown): string[] =>
  (Array.isArray(sources) ? sources : []).map((source: Data) => {
    const { source_filename: name, page } = source;
    return typeof page === 'number' ? words.talk.page(String(name), page) : String(name);
  });
