import { VendorFailure } from '../../application/ports/vendor-failure.ts';

/** Longest event or line. In characters. */
const LONGEST = 1_048_576;

/**
 * The data of each event in a vendor's stream. Ignores comments, names and ids. Throws a `VendorFailure` for an event
 * of more than a million characters.
 */
export async function* serverSentEvents(bytes: AsyncIterable<Uint8Array>, vendor: string): AsyncGenerator<string> {
  let data: string[] = [];
  let length = 0;
  for await (const lines of linesIn(bytes, vendor))
    for (const line of lines)
      if (line === '') {
        if (data.length > 0) yield data.join('\n');
        data = [];
        length = 0;
      } else {
        const field = /^data(?:: ?(.*))?$/s.exec(line);
        if (!field) continue;
        data.push(field[1] ?? '');
        length += line.length;
        if (length > LONGEST) throw tooLong(vendor);
      }
}

/** Yields complete lines, and at the end the last line and an empty one. */
async function* linesIn(bytes: AsyncIterable<Uint8Array>, vendor: string): AsyncGenerator<readonly string[]> {
  const decoder = new TextDecoder();
  let rest = '';
  let isHalfEnded = false;
  for await (const piece of bytes) {
    const text = decoder.decode(piece, { stream: true });
    rest += text;
    // Searches a long line in many chunks only when it may have ended.
    if (isHalfEnded || /[\r\n]/.test(text)) {
      // A final carriage return may be the first half of a line ending.
      const lines = rest.split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop() ?? '';
      isHalfEnded = rest.endsWith('\r');
      yield lines;
    }
    if (rest.length > LONGEST) throw tooLong(vendor);
  }
  yield [rest.replace(/\r$/, ''), ''];
}

const tooLong = (vendor: string): VendorFailure =>
  new VendorFailure(`${vendor} wrote an event that is too long to be one`, { retryable: false });
