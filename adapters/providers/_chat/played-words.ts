/** Whether two texts have the same letters and digits: speech drops markup and spaces. */
export const isSameText = (one: string, other: string): boolean => lettersOf(one) === lettersOf(other);

const lettersOf = (text: string): string => text.replace(/[^\p{L}\p{M}\p{N}]/gu, '');
