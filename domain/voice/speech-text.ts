const LINK = /!?\[([^\][]*)\]\([^()]*\)/gu;
const CODE_FENCE = /```[a-z]*\n?|```/giu;
const LINE_MARKS = /^[ \t]*(?:#{1,6}|>|[-*+•])[ \t]+/gmu;
// After a digit, a star means multiplication.
const EMPHASIS = /(?<!\d)(\*{1,3}|_{2,3}|~~|`)(?=\S)(.+?)(?<=\S)\1/gu;
// A segment may contain one mark of a pair whose other mark is in the next segment.
const HALF_EMPHASIS = /(?<!\S)(?:\*{1,3}|_{1,3}|~~|`)(?=\S)|(?<=\S)(?:\*{1,3}|_{1,3}|~~|`)(?=[\s\p{P}]|$)/gu;
// Of a keycap emoji only the digit is spoken.
const PICTOGRAPHS =
  /(?![©®™])(?:\p{Extended_Pictographic}|[\u{1F1E6}-\u{1F1FF}]|[\u{1F3FB}-\u{1F3FF}]|\u{20E3}|\u{FE0F}|\u{200D})/gu;
const PICTOGRAPHS_BEFORE_PUNCTUATION = new RegExp(`\\s*(?:${PICTOGRAPHS.source})+\\s*(?=[.,;:!?…।。])`, 'gu');

/** The text for synthesis: no Markdown, no emoji, single spaces. Empty if it has no letter and no digit. */
export function toSpeechText(text: string): string {
  const plain = text
    .replace(LINK, '$1')
    .replace(CODE_FENCE, ' ')
    .replace(LINE_MARKS, '')
    .replace(EMPHASIS, '$2')
    .replace(HALF_EMPHASIS, '')
    .replace(PICTOGRAPHS_BEFORE_PUNCTUATION, '')
    .replace(PICTOGRAPHS, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
  return /[\p{L}\p{N}]/u.test(plain) ? plain : '';
}
