const LINK = /!?\[([^\]]*)\]\([^)]*\)/gu;
const CODE_FENCE = /```[a-z]*\n?|```/giu;
const LINE_MARKS = /^[ \t]*(?:#{1,6}|>|[-*+•])[ \t]+/gmu;
const EMPHASIS = /(\*{1,3}|_{2,3}|~~|`)(?=\S)(.+?)(?<=\S)\1/gu;
// Keycaps first: their digit is to be spoken, their box is not.
const PICTURES = /[\p{Extended_Pictographic}\u{1F1E6}-\u{1F1FF}\u{1F3FB}-\u{1F3FF}\u{20E3}\u{FE0F}\u{200D}]/gu;

/** The words of a text as they should be spoken: no markdown, no emoji, single spaces. Empty when nothing is to be said. */
export function speakable(text: string): string {
  const plain = text
    .replace(LINK, '$1')
    .replace(CODE_FENCE, ' ')
    .replace(LINE_MARKS, '')
    .replace(EMPHASIS, '$2')
    .replace(PICTURES, (char) => (/[0-9#*©®™]/u.test(char) ? char : ' '))
    .replace(/\s+/gu, ' ')
    .trim();
  return /[\p{L}\p{N}]/u.test(plain) ? plain : '';
}
