/** A line longer than this is no event but garbage. In characters. */
const LONGEST = 1_048_576;

/** The data of each event of a stream, whatever way its bytes are split. Comments, names and ids are left out. */
export async function* serverSentEvents(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let data: string[] = [];
  let rest = '';
  for await (const piece of bytes) {
    // A carriage return at the very end may be the first half of a line's ending.
    const lines = (rest + decoder.decode(piece, { stream: true })).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    if (rest.length > LONGEST) return;
    for (const line of lines)
      if (line !== '') data.push(...dataOf(line));
      else if (data.length > 0) {
        yield data.join('\n');
        data = [];
      }
  }
  data.push(...dataOf(rest.replace(/\r$/, '')));
  if (data.length > 0) yield data.join('\n');
}

function dataOf(line: string): string[] {
  const field = /^data(?:: ?(.*))?$/s.exec(line);
  return field ? [field[1] ?? ''] : [];
}
