/** Similarity of two texts from 0 to 1: the Dice coefficient of their letter pairs. */
export function textSimilarity(one: string, other: string): number {
  const mine = pairsOf(one);
  const theirs = pairsOf(other);
  if (mine.length + theirs.length === 0) return one === other ? 1 : 0;
  const unmatched = [...theirs];
  const shared = mine.filter((pair) => {
    const at = unmatched.indexOf(pair);
    if (at >= 0) unmatched.splice(at, 1);
    return at >= 0;
  });
  return (2 * shared.length) / (mine.length + theirs.length);
}

function pairsOf(text: string): string[] {
  const letters = text.replaceAll(' ', '');
  return Array.from({ length: Math.max(0, letters.length - 1) }, (_, at) => letters.slice(at, at + 2));
}
