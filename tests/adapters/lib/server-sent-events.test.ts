import { assert } from 'chai';
import fc from 'fast-check';
import { serverSentEvents } from '../../../adapters/lib/server-sent-events.ts';
import { failureOf } from '../providers/vendor-stands.ts';

async function* pieces(...parts: readonly (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield typeof part === 'string' ? new TextEncoder().encode(part) : part;
}

async function events(...parts: readonly (string | Uint8Array)[]): Promise<string[]> {
  const all: string[] = [];
  for await (const event of serverSentEvents(pieces(...parts), 'acme')) all.push(event);
  return all;
}

describe('server-sent events', () => {
  const readings: readonly [string, string, string[]][] = [
    ['one event after the other', 'data: a\n\ndata: b\n\n', ['a', 'b']],
    ['lines that end in any of three ways', 'data: a\r\n\r\ndata: b\r\rdata: c\n\n', ['a', 'b', 'c']],
    ['data of many lines', 'data: a\ndata:\ndata:  b\n\n', ['a\n\n b']],
    ['data without a space before it', 'data:a\n\n', ['a']],
    [
      'comments, names, ids and fields it does not know',
      ': hm\nevent: x\nid: 1\nretry: 5\ndatum: y\ndata: a\n\n',
      ['a'],
    ],
    ['a last event that nothing follows', 'data: a\n\ndata: b', ['a', 'b']],
    ['a last line that only half ends', 'data: a\r', ['a']],
    ['a byte order mark at the beginning', '\uFEFFdata: a\n\n', ['a']],
    ['events without data', '\n\n: only a comment\n\nevent: x\n\n', []],
    ['nothing', '', []],
  ];
  for (const [what, text, expected] of readings)
    it(`are read: ${what}`, async () => assert.deepEqual(await events(text), expected));

  it('are the same wherever their bytes are split', async () => {
    const text = 'data: Grüß dich 👋\r\n\r\n: x\rdata: a\ndata: b\n\ndata: c\r\rdata: d\r\n\r\n';
    const bytes = new TextEncoder().encode(text);
    const whole = await events(text);
    assert.deepEqual(whole, ['Grüß dich 👋', 'a\nb', 'c', 'd']);
    const cuts = fc.array(fc.nat(bytes.length), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(cuts, async (at) => {
        const places = [0, ...at.toSorted((a, b) => a - b), bytes.length];
        const split = places.slice(1).map((end, index) => bytes.subarray(places[index], end));
        assert.deepEqual(await events(...split), whole);
      }),
    );
  });

  const half = 'x'.repeat(600_000);
  const endless: readonly [string, readonly string[]][] = [
    ['a line', [half, half]],
    ['an event of many lines', [`data: ${half}\n`, `data: ${half}\n`]],
    ['an event of empty lines', ['data:\n'.repeat(120_000), 'data:\n'.repeat(120_000)]],
  ];
  for (const [what, parts] of endless)
    it(`fail permanently where ${what} never ends`, async () => {
      const reported: string[] = [];
      const reading = async () => {
        for await (const event of serverSentEvents(pieces('data: a\n\n', ...parts, '\n\n'), 'acme'))
          reported.push(event);
      };
      const { message, retryable } = await failureOf(reading());
      assert.deepEqual([message, retryable], ['acme wrote an event that is too long to be one', false]);
      assert.deepEqual(reported, ['a']);
    });

  it('are read in a moment from a long line in the smallest pieces', async () => {
    const bytes = new TextEncoder().encode(`data: ${'x'.repeat(300_000)}\n\n`);
    const single = (async function* () {
      for (let at = 0; at < bytes.length; at += 1) yield bytes.subarray(at, at + 1);
    })();
    const lengths: number[] = [];
    for await (const event of serverSentEvents(single, 'acme')) lengths.push(event.length);
    assert.deepEqual(lengths, [300_000]);
  });
});
