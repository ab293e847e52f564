/** How long sound must last to be speech, and silence to end it. In milliseconds. */
export interface SpeechTiming {
  readonly startMs: number;
  readonly endMs: number;
  /** What the detector takes for speech after its end; so much of the silence is over when it is noticed. */
  readonly lagMs?: number;
}

/** What the detector made of a stream so far. */
export interface SpeechDetection {
  readonly talking: boolean;
  /** Milliseconds of the current run: of voiced frames while quiet, of silent frames while talking. */
  readonly runMs: number;
}

export const NO_SPEECH: SpeechDetection = { talking: false, runMs: 0 };

/** Speech begins with this much uninterrupted sound: short enough to stop an agent at once, longer than most clicks. */
export const SPEECH_START_MS = 80;

/** Takes one frame's verdict; `change` tells when the caller began or stopped, `silentMs` how long ago that really was. */
export function detectSpeech(
  before: SpeechDetection,
  isSpeech: boolean,
  frameMs: number,
  timing: SpeechTiming,
): { after: SpeechDetection; change: 'started' | 'stopped' | null; silentMs: number } {
  const unchanged = isSpeech === before.talking;
  if (unchanged) return { after: { talking: before.talking, runMs: 0 }, change: null, silentMs: 0 };
  const unnoticedMs = before.talking && before.runMs === 0 ? (timing.lagMs ?? 0) : 0;
  const runMs = before.runMs + frameMs + unnoticedMs;
  const enough = runMs >= (before.talking ? timing.endMs : timing.startMs);
  if (!enough) return { after: { talking: before.talking, runMs }, change: null, silentMs: 0 };
  return {
    after: { talking: !before.talking, runMs: 0 },
    change: before.talking ? 'stopped' : 'started',
    silentMs: runMs,
  };
}

const WORD_SEGMENTER = new Intl.Segmenter(undefined, { granularity: 'word' });

/** Words of a text, in any script that separates or segments them. */
export const countWords = (text: string): number =>
  [...WORD_SEGMENTER.segment(text)].filter((part) => part.isWordLike).length;
