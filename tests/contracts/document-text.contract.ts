import { assert } from 'chai';
import type { DocumentText } from '../../application/ports/document-text.ts';
import type { ContentBlock, TextBlock } from '../../domain/knowledge/blocks.ts';
import type { Contract } from '../support/contract.ts';
import { pdfOf, written } from '../support/pdf-files.ts';
import { bombPdf, drawnPdf, endlessPdf, imagePdf, scriptPdf } from '../adapters/document-parsers/raw-pdfs.ts';
import { refusalOf } from '../support/refusals.ts';

/** The texts among blocks. */
export const textBlocks = (blocks: readonly ContentBlock[]): TextBlock[] =>
  blocks.filter((block): block is TextBlock => block.kind === 'text');

const textOf = async (reader: DocumentText, pdf: Uint8Array): Promise<string> =>
  textBlocks(await reader.read(pdf, 'pdf'))
    .map(({ text }) => text)
    .join('\f');

/** 400 MB in 1,300 bytes. */
const BOMB = bombPdf(400_000_000);

const inOrder = (text: string, ...words: readonly string[]): void => {
  const places = words.map((word) => text.indexOf(word));
  assert.notInclude(places, -1, text);
  assert.deepEqual(
    places,
    places.toSorted((a, b) => a - b),
  );
};

const refused = async (reader: DocumentText, pdf: Uint8Array, says: RegExp): Promise<void> => {
  const { problem, message } = await refusalOf(reader.read(pdf, 'pdf'));
  assert.equal(problem, 'invalid');
  assert.match(message, says);
};

/** For a reader that allows 20 pages, 100,000 characters, 256 MB and two seconds of the processor. */
export const documentTextContract: Contract<DocumentText> = {
  'reads every page, also those without text, and numbers them from 1': async (reader) => {
    assert.deepEqual(await reader.read(await pdfOf('First words.', '', 'Last words.'), 'pdf'), [
      { kind: 'text', page: 1, text: 'First words.' },
      { kind: 'text', page: 2, text: '' },
      { kind: 'text', page: 3, text: 'Last words.' },
    ]);
  },

  'reads a small file that lies in memory shared with others': async (reader) => {
    const pdf = await pdfOf('Small and whole.');
    const pool = Buffer.alloc(8_192, 'x');
    pdf.copy(pool, 1_001);
    assert.equal(await textOf(reader, pool.subarray(1_001, 1_001 + pdf.length)), 'Small and whole.');
  },

  'reads lines from the top to the bottom': async (reader) => {
    const pdf = await written((document) => document.text('One.').text('Two.').text('Three.'));
    inOrder(await textOf(reader, pdf), 'One.', 'Two.', 'Three.');
  },

  'reads one column after the other': async (reader) => {
    const columns = `${'Left words go on. '.repeat(24)}Turning point. ${'Right words go on. '.repeat(10)}`;
    const pdf = await written((document) => document.text(columns, { columns: 2, height: 150 }));
    const text = (await textOf(reader, pdf)).replace(/\s+/g, ' ');
    assert.equal(text.trim(), columns.trim());
  },

  'keeps the words of a line apart, whatever scale it is drawn in': async (reader) => {
    const large = drawnPdf('BT /F1 1 Tf 12 0 0 12 100 700 Tm (Hel) Tj (lo) Tj 4 0 Td (again) Tj ET');
    assert.equal(await textOf(reader, large), 'Hello again');
    const small = drawnPdf('0.5 0 0 0.5 0 0 cm BT /F1 24 Tf 200 1400 Td (Hel) Tj (lo) Tj 80 0 Td (again) Tj ET');
    assert.equal(await textOf(reader, small), 'Hello again');
  },

  'reads Hindi': async (reader) => {
    assert.equal(await textOf(reader, scriptPdf('दिन हिन्दी में स्वागत है।')), 'दिन हिन्दी में स्वागत है।');
  },

  'reads what is only protected against changes, also with the newest cipher': async (reader) => {
    for (const pdfVersion of ['1.4', '1.7ext3'] as const) {
      const pdf = await written((document) => document.text('Open words.'), { ownerPassword: 'owner', pdfVersion });
      assert.equal(await textOf(reader, pdf), 'Open words.');
    }
  },

  'reads a file that does not say where its objects are': async (reader) => {
    const pdf = drawnPdf('BT /F1 24 Tf 100 700 Td (No start.) Tj ET', { startxref: false });
    assert.equal(await textOf(reader, pdf), 'No start.');
  },

  'finds no text in a picture': async (reader) => {
    assert.equal((await textOf(reader, imagePdf())).trim(), '');
  },

  'refuses what needs a password, and says so': async (reader) => {
    const locked = await written((document) => document.text('Secret.'), { userPassword: 'user' });
    await refused(reader, locked, /password/);
  },

  'refuses what is empty, cut off or no PDF': async (reader) => {
    const pdf = await pdfOf('Cut off.');
    const garbage = Buffer.from(`%PDF-1.4\n${'x'.repeat(5_000)}`);
    const broken = [new Uint8Array(), Buffer.from('words'), garbage, pdf.subarray(0, 200)];
    await Promise.all(broken.map((each) => refused(reader, each, /cannot be read/)));
  },

  'refuses more pages or characters than are allowed': async (reader) => {
    await refused(reader, await pdfOf(...Array<string>(21).fill('Page.')), /more than 20 pages/);
    const wordy = drawnPdf(`BT /F1 0.01 Tf 100 700 Td ${`(${'word '.repeat(2_001)}) Tj `.repeat(11)} ET`);
    await refused(reader, wordy, /more than 100000 characters/);
  },

  'refuses what takes too much memory, and reads on': async (reader) => {
    assert.isBelow(BOMB.length, 2_000);
    await refused(reader, BOMB, /memory|longer/);
    assert.equal(await textOf(reader, await pdfOf('Still here.')), 'Still here.');
  },

  'refuses what takes too long, and reads on': async (reader) => {
    await refused(reader, endlessPdf(), /longer than 2 seconds/);
    assert.equal(await textOf(reader, await pdfOf('Still here.')), 'Still here.');
  },

  'ends at once when its signal aborts': async (reader) => {
    const stop = new AbortController();
    const reading = reader.read(BOMB, 'pdf', stop.signal).then(
      () => null,
      (error: unknown) => error,
    );
    const reason = new Error('enough');
    stop.abort(reason);
    assert.equal(await reading, reason);
    assert.equal(await reader.read(await pdfOf('x'), 'pdf', stop.signal).catch((error: unknown) => error), reason);
  },

  'reads nothing after it was closed': async (reader) => {
    const reading = refusalOf(reader.read(BOMB, 'pdf'));
    await reader.close();
    assert.equal((await reading).problem, 'unavailable');
    assert.equal((await refusalOf(reader.read(await pdfOf('x'), 'pdf'))).problem, 'unavailable');
  },
};
