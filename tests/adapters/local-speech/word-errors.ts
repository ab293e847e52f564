/** The share of words that must be changed, added or removed to make one text of another. */
export function wordErrors(text: string, understood: string): number {
  const [expectedWords, understoodWords] = [text.split(' '), understood.split(' ')];
  let row = understoodWords.map((_, at) => at + 1);
  expectedWords.forEach((word, done) => {
    let diagonal = done;
    let left = done + 1;
    row = row.map((above, at) => {
      const cost = Math.min(above + 1, left + 1, diagonal + (understoodWords[at] === word ? 0 : 1));
      diagonal = above;
      left = cost;
      return cost;
    });
  });
  return row.at(-1)! / expectedWords.length;
}
