import type { CallerWord } from '../voice/caller-word.ts';
import { redactedSpans, type CallRedaction } from './redact.ts';

/** The stretches of audio, in ms, in which what is left out of a text was said in these words. */
export function redactedStretches(
  words: readonly CallerWord[],
  redaction: CallRedaction,
): [fromMs: number, toMs: number][] {
  let text = '';
  const places = words.map((word) => {
    const from = text.length;
    text += `${word.text} `;
    return { word, from, to: from + word.text.length };
  });
  return redactedSpans(text, redaction).flatMap(({ from, to }) => {
    const hits = places.filter((place) => place.from < to && place.to > from).map(({ word }) => word);
    const [first] = hits;
    return first ? [[first.fromMs, hits.at(-1)!.toMs]] : [];
  });
}
