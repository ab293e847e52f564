import { formatSeconds } from '../format.ts';
import { sharedStrings } from './strings.ts';

/** What the time of a reply goes to, in its order. */
export const STAGES = ['stt', 'llm', 'tools', 'tts'] as const;
export type Stage = (typeof STAGES)[number];

/** What each stage took, in words; nothing of those that took no time. */
export const stageSummary = (secsOf: (stage: Stage) => number | undefined): string =>
  STAGES.flatMap((stage) => {
    const secs = secsOf(stage) ?? 0;
    return secs > 0 ? [`${sharedStrings.stages[stage]} ${formatSeconds(secs)}`] : [];
  }).join(', ');
