import { spawnSync } from 'node:child_process';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { assert } from 'chai';
import { sandboxedReader } from '../../adapters/document-text/sandboxed.ts';
import { recognisingReader, type TextRecognition } from '../../adapters/document-text/text-recognition.ts';
import type { DocumentText } from '../../application/ports/document-text.ts';
import { eventually } from '../support/eventually.ts';
import { fakeDocumentText } from '../support/fake-document-text.ts';
import { pdfOf, written } from '../support/pdf-files.ts';
import { imagePdf } from './document-parsers/raw-pdfs.ts';
import { rememberingLog } from '../support/remembering-log.ts';
import { atEndOfTest, temporaryDirectory } from '../support/temporary.ts';

const LIMITS = { pages: 20, characters: 1_000, sections: 100, memoryBytes: 256 * 2 ** 20, ms: 5_000 };

const bytes = (text: string): Uint8Array => Buffer.from(text);

/** A document as the fake reader reads it: each line is a page. */
const SCAN = bytes('%PDF-\nSecond page.\n');

/** A reader with a program for text recognition that runs these lines of a shell. */
async function recognising(
  script: string,
  more: Partial<TextRecognition> = {},
  reader: DocumentText = fakeDocumentText(),
) {
  const directory = await temporaryDirectory();
  const program = join(directory, 'recognise');
  await writeFile(program, `#!/bin/sh\ncd "$(dirname "$0")"\n${script}\n`);
  await chmod(program, 0o755);
  const { log, lines } = rememberingLog();
  const run = { environment: process.env, ms: 60_000, memoryBytes: 2 ** 30 };
  const settings = { command: [program, '-l', '$(id)'], ...run, ...more };
  const made = recognisingReader(reader, settings, LIMITS, log);
  atEndOfTest(() => made.close());
  return {
    made,
    /** The texts of its pages. */
    read: async (file: Uint8Array, type: 'pdf' | 'text' = 'pdf', signal?: AbortSignal) =>
      (await made.read(file, type, signal)).map((block) => (block.kind === 'list' ? '' : block.text)),
    noted: (name: string) => readFile(join(directory, name), 'utf8').catch(() => ''),
    /** Why recognition failed. */
    failures: () =>
      lines.flatMap(({ event, error }) =>
        event === 'knowledge.text_not_recognised' ? [(error as Error).message] : [],
      ),
  };
}

/** Starts a process that keeps 200 MB. */
const HOARD = `"${process.execPath}" -e 'const kept = Buffer.alloc(2e8, 1); setTimeout(() => kept, 1e9)'; true`;

/** A PDF with a picture of these words. */
async function scanOf(words: string): Promise<Buffer> {
  const page = await written((document) => document.fontSize(24).text(words));
  const { stdout } = spawnSync('pdftoppm', ['-png', '-r', '150', '-'], { input: page, maxBuffer: 2 ** 26 });
  return written((document) => document.image(stdout, 0, 0, { width: 612 }));
}

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe('text recognition by a program', function () {
  this.timeout(120_000);

  it('fills pages without text from its text, which has a form feed after each page', async () => {
    const { read, failures } = await recognising(String.raw`cat > /dev/null; printf 'One.\fTwo.\fThree.\f'`);
    assert.deepEqual(await read(SCAN), ['One.', 'Second page.', 'Three.']);
    assert.isEmpty(failures());
  });

  it('fills them from its PDF', async () => {
    const { read } = await recognising(String.raw`cat > /dev/null; printf '%%PDF-One.\nTwo.'`);
    assert.deepEqual(
      (await read(SCAN)).map((text) => text.trim()),
      ['One.', 'Second page.', ''],
    );
  });

  it('gives the program the file as its input, its own arguments and no secret', async () => {
    const environment = { ...process.env, SECRET_KEY: 'hush' };
    const script = 'cat > file; echo "$@" > arguments; env > environment';
    const { read, noted } = await recognising(script, { environment });
    await read(SCAN);
    assert.equal(await noted('file'), Buffer.from(SCAN).toString());
    assert.equal(await noted('arguments'), '-l $(id)\n');
    assert.include(await noted('environment'), 'PATH=');
    assert.notInclude(await noted('environment'), 'hush');
  });

  it('is not asked about other types, and PDFs whose pages have text', async () => {
    const { read, noted } = await recognising('touch asked; echo yes > asked');
    assert.deepEqual(await read(bytes('One.\n'), 'text'), ['One.', '']);
    assert.deepEqual(await read(bytes('%PDF-One.\nTwo.')), ['One.', 'Two.']);
    assert.equal(await noted('asked'), '');
  });

  it('leaves pages without text when the program fails or goes beyond a limit, and logs why', async () => {
    for (const [script, more, reason] of [
      ['exit 3', {}, /exit code 3/],
      ['sleep 600', { ms: 200 }, /longer than 0.2 seconds/],
      ['yes words', {}, /more than 104857600 bytes/],
      ['head -c 5000 /dev/zero', {}, /more than 1000 characters/],
      [HOARD, { memoryBytes: 64 * 2 ** 20 }, /more than 64 MB of memory/],
      ['', { command: ['/does/not/exist'] }, /ENOENT/],
    ] as const) {
      const { read, failures } = await recognising(script, more);
      assert.deepEqual(await read(SCAN), ['', 'Second page.', ''], script);
      assert.lengthOf(failures(), 1, script);
      assert.match(failures()[0]!, reason);
    }
  });

  it('ends the program with all that it started when the document is not wanted any more', async () => {
    const { read, noted } = await recognising('sleep 600 & echo $! > started; wait');
    const abort = new AbortController();
    const reading = read(SCAN, 'pdf', abort.signal).then(
      () => 'read',
      (error: unknown) => (error as Error).message,
    );
    const pid = Number(await eventually(async () => (await noted('started')).trim() || null, 'the program'));
    abort.abort(new Error('Not wanted'));
    assert.equal(await reading, 'Not wanted');
    await eventually(() => !isRunning(pid), 'the end of what it started');
  });

  it('ends with the reader', async () => {
    const { made, read, noted } = await recognising('echo yes > started; sleep 600');
    const reading = read(SCAN).then(
      () => 'read',
      (error: unknown) => (error as Error).message,
    );
    await eventually(async () => (await noted('started')) || null, 'the program');
    await made.close();
    assert.match(await reading, /closed/);
  });

  it('reads a scan with ocrmypdf, where that is installed', async function () {
    if (['ocrmypdf', 'pdftoppm'].some((name) => spawnSync(name, ['--help']).status !== 0)) return this.skip();
    const scan = await scanOf('Opening hours from nine to five');
    const command = ['ocrmypdf', '--skip-text', '--quiet', '-', '-'];
    const { read } = await recognising('', { command }, sandboxedReader(LIMITS));
    assert.match((await read(scan)).join(' '), /Opening hours from nine/i);
  });

  it('leaves a real PDF without words as it is when nothing is recognised', async () => {
    const { read } = await recognising('cat > /dev/null', {}, sandboxedReader(LIMITS));
    assert.deepEqual(await read(imagePdf()), ['']);
    assert.deepEqual(await read(await pdfOf('Words.')), ['Words.']);
  });
});
