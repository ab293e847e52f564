/** Duration of voiced audio that starts speech, and of silence that ends it, in ms. */
export interface SpeechTiming {
  readonly startMs: number;
  readonly endMs: number;
  /** How long a silent frame is reported after the end of speech, in ms. That counts as silence. */
  readonly lagMs?: number;
}

/** State of speech detection in one stream. */
export interface SpeechDetection {
  readonly talking: boolean;
  /** Length of the current run in ms: of voiced frames during silence, of silent frames during speech. */
  readonly runMs: number;
}

export const NO_SPEECH: SpeechDetection = { talking: false, runMs: 0 };

/** Uninterrupted sound that starts speech, in ms. Short enough for a fast barge-in, longer than most clicks. */
export const SPEECH_START_MS = 80;

/** Takes the VAD result of one frame. `change`: speech started or stopped. `silentMs`: how long ago that really was. */
export function detectSpeech(
  before: SpeechDetection,
  isSpeech: boolean,
  frameMs: number,
  timing: SpeechTiming,
): { after: SpeechDetection; change: 'started' | 'stopped' | null; silentMs: number } {
  const unchanged = isSpeech === before.talking;
  if (unchanged) return { after: { talking: before.talking, runMs: 0 }, change: null, silentMs: 0 };
  const knownMs = before.talking ? Math.max(before.runMs, timing.lagMs ?? 0) : before.runMs;
  const runMs = knownMs + frameMs;
  const enough = runMs >= (before.talking ? timing.endMs : timing.startMs);
  if (!enough) return { after: { talking: before.talking, runMs }, change: null, silentMs: 0 };
  return {
    after: { talking: !before.talking, runMs: 0 },
    change: before.talking ? 'stopped' : 'started',
    silentMs: runMs,
  };
}

const WORD_SEGMENTER = new Intl.Segmenter(undefined, { granularity: 'word' });

/** Number of words in a text of any script. */
export const countWords = (text: string): number =>
  [...WORD_SEGMENTER.segment(text)].filter((part) => part.isWordLike).length;
