/** A part of a text for which the voice says other words. */
export interface Substitution {
  readonly from: number;
  readonly to: number;
  readonly say: string;
  /** Its pronunciation in IPA. */
  readonly ipa?: string;
}

/** A part of a text with its pronunciation in IPA. */
export interface PhonemeSpan {
  readonly from: number;
  readonly to: number;
  readonly ipa: string;
}

/** A text as the voice speaks it. */
export interface SpeechForm {
  readonly text: string;
  /** Parts of `text` whose pronunciation is given, in order. */
  readonly phonemes: readonly PhonemeSpan[];
  /** Characters played of the written text, by those played of `text`. A substitution counts when all of it was played. */
  writtenAt(reached: number): number;
}

interface Piece {
  readonly written: number;
  readonly target: number;
  readonly targetEnd: number;
  readonly sourceEnd: number;
}

/**
 * Applies substitutions, which are in order and do not overlap. Where the voice speaks IPA, a part with `ipa` keeps its
 * written words.
 */
export function speechForm(written: string, substitutions: readonly Substitution[], speaksIpa: boolean): SpeechForm {
  let text = '';
  let from = 0;
  const pieces: Piece[] = [];
  const phonemes: PhonemeSpan[] = [];
  for (const { from: start, to, say, ipa } of substitutions) {
    text += written.slice(from, start);
    const target = text.length;
    const isPhonemic = speaksIpa && ipa !== undefined;
    text += isPhonemic ? written.slice(start, to) : say;
    if (isPhonemic) phonemes.push({ from: target, to: text.length, ipa });
    pieces.push({ written: start, target, targetEnd: text.length, sourceEnd: to });
    from = to;
  }
  return { text: text + written.slice(from), phonemes, writtenAt: (reached) => writtenAt(pieces, reached) };
}

function writtenAt(pieces: readonly Piece[], reached: number): number {
  let [written, target] = [0, 0];
  for (const piece of pieces) {
    if (reached <= piece.target) break;
    if (reached < piece.targetEnd) return piece.written;
    [written, target] = [piece.sourceEnd, piece.targetEnd];
  }
  return written + reached - target;
}
