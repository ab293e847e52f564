/** A number as E.164 with a plus, whether it came with one or not. What is no number, as a SIP address, stays as it is. */
export function withPlus(text: string): string {
  const compact = text.replace(/^tel:/i, '').replace(/[\s().-]/g, '');
  return /^\+?[1-9]\d{5,14}$/.test(compact) ? `+${compact.replace('+', '')}` : text.trim();
}

/** The digits alone, for carriers that write numbers so. */
export const withoutPlus = (number: string): string => number.replace(/^\+/, '');

/** Numbers as the port wants them: E.164, each once, sorted. */
export const sortedNumbers = (texts: readonly string[]): string[] => [...new Set(texts.map(withPlus))].toSorted();
