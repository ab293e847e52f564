import type { Stage } from '../../parts/stages.ts';

/** How long each took to its first sign, as far as it was told. In seconds. */
export type StageTimes = Partial<Readonly<Record<Stage, number>>>;

/** How soon one answer came after the caller fell silent, and what the time went to. In seconds. */
export interface ReplyTime {
  readonly secs: number;
  readonly stages: StageTimes;
}

/** A part of a reply's bar, as a share of the bar's whole width. */
export interface Segment {
  readonly stage: Stage | 'rest';
  readonly share: number;
}

/** The bar of an answer that came this late is full; most are much shorter. In seconds. */
const FULL_BAR = 2;
/** Up to here an answer feels immediate, and up to there it still feels like a conversation. In seconds. */
const QUICK = 0.8;
const FAIR = 1.5;
/** Stages that are reported during a call. */
const STAGE_OF_PROCESSOR: readonly Stage[] = ['stt', 'llm', 'tts'];

/** The stage that a measured processor is, such as `deepgramSTT`; null for others. */
export const stageOf = (processor: string): Stage | null =>
  STAGE_OF_PROCESSOR.find((stage) => processor.endsWith(stage.toUpperCase())) ?? null;

/** How an answer after this time feels. */
export function paceOf(secs: number): 'quick' | 'fair' | 'slow' {
  if (secs <= QUICK) return 'quick';
  return secs <= FAIR ? 'fair' : 'slow';
}

/** The middle of some reply times, null of none. */
export function median(replies: readonly ReplyTime[]): number | null {
  const sorted = replies.map(({ secs }) => secs).toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  return upper === undefined || lower === undefined ? null : (lower + upper) / 2;
}

/**
 * A reply's bar: its stages in their order and what lies between them as the rest, together never more than the time
 * they took, nor than the bar's width.
 */
export function segmentsOf({ secs, stages }: ReplyTime): Segment[] {
  const width = Math.min(1, secs / FULL_BAR);
  const measured = STAGE_OF_PROCESSOR.flatMap((stage) =>
    stages[stage] === undefined ? [] : [{ stage, took: stages[stage] }],
  );
  const sum = measured.reduce((total, { took }) => total + took, 0);
  const scale = width / Math.max(secs, sum, Number.EPSILON);
  const segments: Segment[] = measured.map(({ stage, took }) => ({ stage, share: took * scale }));
  return [...segments, { stage: 'rest', share: Math.max(0, width - sum * scale) }];
}
