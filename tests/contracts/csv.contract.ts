import { assert } from 'chai';
import type { Row, CsvParser } from '../../application/ports/csv.ts';
import { refusalOf } from '../support/refusals.ts';
import type { Contract } from '../support/contract.ts';

/** The bytes, in pieces of this size: nothing may depend on where one ends. */
async function* pieces(bytes: Uint8Array, size: number): AsyncIterable<Uint8Array> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

async function read(csvParser: CsvParser, text: string | Uint8Array, size = 3): Promise<Row[]> {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  const all: Row[] = [];
  for await (const rows of csvParser.rows(pieces(bytes, size))) all.push(...rows);
  return all;
}

const refused = async (csvParser: CsvParser, text: string | Uint8Array): Promise<string> => {
  const { problem, message } = await refusalOf(read(csvParser, text));
  assert.equal(problem, 'rejected');
  return message;
};

export const csvContract: Contract<CsvParser> = {
  'reads rows and cells': async (csvParser) => {
    assert.deepEqual(await read(csvParser, 'a,b\nc,"d, ""e""\nf"\n'), [
      ['a', 'b'],
      ['c', 'd, "e"\nf'],
    ]);
  },

  'takes any line ends, a byte order mark, and no line end at the end': async (csvParser) => {
    const rows = [
      ['a', 'b'],
      ['1', 'Größe 日本'],
    ];
    for (const text of ['a,b\r\n1,Größe 日本\r\n', '\ufeffa,b\n1,Größe 日本', 'a,b\r1,Größe 日本'])
      assert.deepEqual(await read(csvParser, text), rows, JSON.stringify(text));
  },

  'keeps empty lines and rows of any length, so that rows can be counted': async (csvParser) => {
    assert.deepEqual(await read(csvParser, 'a,b\n\nc\n1,2,3\n'), [['a', 'b'], [''], ['c'], ['1', '2', '3']]);
  },

  'has no rows in nothing': async (csvParser) => {
    assert.isEmpty(await read(csvParser, ''));
  },

  'reads a large table as it arrives': async (csvParser) => {
    const line = 'x'.repeat(99);
    let requestCount = 0;
    const endless = async function* (): AsyncIterable<Uint8Array> {
      for (;;) {
        requestCount += 1;
        yield Buffer.from(`${line}\n`.repeat(100));
      }
    };
    for await (const rows of csvParser.rows(endless())) {
      assert.equal(rows[0]?.[0], line);
      break;
    }
    assert.isBelow(requestCount, 1_000);
  },

  'refuses content that is not UTF-8': async (csvParser) => {
    const utf16 = Buffer.from('\ufeffphone_number\n', 'utf16le');
    assert.match(await refused(csvParser, utf16), /UTF-8/);
    assert.match(await refused(csvParser, Buffer.from('name\nJosé\n', 'latin1')), /UTF-8/);
    assert.match(await refused(csvParser, Buffer.concat([Buffer.from('a\n'), Buffer.of(0xe2, 0x82)])), /UTF-8/);
    assert.match(await refused(csvParser, 'a\0,b\n'), /NUL/);
  },

  'names the row in which a quote goes wrong': async (csvParser) => {
    assert.match(await refused(csvParser, 'a,b\n1,2\n"c,d\n'), /quote is opened and never closed, in row 3/);
    assert.match(await refused(csvParser, 'a,b\n"c"d,1\n'), /closing quote is followed .*, in row 2/);
    assert.match(await refused(csvParser, 'a,b\nx"y,1\n'), /quote stands in the middle .*, in row 2/);
    assert.match(await refused(csvParser, `a\n${'x'.repeat(1_100_000)}\n`), /too long, in row 2/);
  },
};
