import { interruptions, type CallMetricsReport } from '../typescript/index.ts';
import { printable } from './table.ts';

/** How long the caller waited for a reply, and where the time went. */
interface Reply {
  /** When it began, in seconds since the epoch. */
  readonly at: number;
  readonly secs: number;
  /** What ended the caller's turn, and the stages: `silence 310, llm 400, tts 180`, in milliseconds. */
  readonly stages: string;
}

interface Breakdown {
  readonly user_turn_start_time: number;
  readonly user_turn_secs?: number | null;
  readonly user_turn_ended_by?: string | null;
  readonly ttfb?: readonly { readonly stage?: string; readonly processor?: string; readonly duration_secs: number }[];
}

const SAME_MOMENT_SECS = 0.5;

/** A stored transcript for people: a line per utterance, replies with the time they took where that was measured. */
export function conversation(transcript: string, metrics: CallMetricsReport | null): string {
  const replies = metrics === null ? [] : repliesOf(metrics);
  const lines = transcript.split('\n').flatMap((line) => inWords(line, replies));
  return [...lines, ...(metrics === null ? [] : [averages(metrics)])].join('\n');
}

const LINE = /^\[(?<time>[^\]]+)\] (?<speaker>user|assistant|handover): (?<words>.*)$/;

function inWords(line: string, replies: readonly Reply[]): string[] {
  const { time = '', speaker = '', words = '' } = LINE.exec(line)?.groups ?? {};
  if (speaker === '') return [];
  const at = Date.parse(time) / 1000;
  const reply = replies.find((each) => Math.abs(each.at - at) < SAME_MOMENT_SECS);
  const taken = speaker === 'assistant' && reply ? `  (${ms(reply.secs)} ms${reply.stages})` : '';
  return [`${time.slice(11, 19)}  ${speaker.padEnd(9)}  ${printable(words)}${taken}`];
}

/** Replies are those breakdowns that count from a moment of silence; how long each took stands in a list of its own. */
const repliesOf = ({ latencies }: CallMetricsReport): Reply[] =>
  latencies.breakdowns.filter(isAnchored).flatMap((breakdown, place) => {
    const secs = latencies.user_to_bot_secs[place];
    const { user_turn_start_time: silence, user_turn_secs: turn, user_turn_ended_by: cause, ttfb = [] } = breakdown;
    const stages = [
      ...(cause && typeof turn === 'number' ? [`${cause} ${ms(turn)}`] : []),
      ...ttfb.map((entry) => `${entry.stage ?? entry.processor} ${ms(entry.duration_secs)}`),
    ];
    const spent = stages.length === 0 ? '' : `: ${stages.join(', ')}`;
    return secs === undefined ? [] : [{ at: silence + secs, secs, stages: spent }];
  });

const isAnchored = (breakdown: unknown): breakdown is Breakdown =>
  Number.isFinite((breakdown as Partial<Breakdown> | null)?.user_turn_start_time);

function averages({ summary, latencies, turns }: CallMetricsReport): string {
  const { user_bot_latency_avg_secs, avg_stt_secs, avg_llm_secs, avg_tts_secs } = summary;
  const stages = { stt: avg_stt_secs, llm: avg_llm_secs, tts: avg_tts_secs };
  const known = Object.entries(stages).flatMap(([stage, secs]) => (secs === null ? [] : `${stage} ${ms(secs)}`));
  return [
    `replies: ${latencies.user_to_bot_secs.length}`,
    `interrupted: ${interruptions(turns)}`,
    ...(latencies.user_to_bot_secs.length === 0
      ? []
      : [`a reply after ${ms(user_bot_latency_avg_secs)} ms on average`]),
    ...known,
  ].join(', ');
}

const ms = (secs: number): number => Math.round(secs * 1000);
