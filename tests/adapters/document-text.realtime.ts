import { spawnSync } from 'node:child_process';
import { getPriority } from 'node:os';
import { assert } from 'chai';
import { sandboxedReader } from '../../adapters/document-text/sandboxed.ts';
import { readConfig } from '../../bootstrap/config.ts';
import type { DocumentText } from '../../application/ports/document-text.ts';
import { invalid } from '../../domain/errors.ts';
import { documentTextContract, textBlocks } from '../contracts/document-text.contract.ts';
import { bites, keeps } from '../support/contract.ts';
import { fakeDocumentText } from '../support/fake-document-text.ts';
import { longPdf, pdfOf } from '../support/pdf-files.ts';
import { endlessPdf } from './document-parsers/raw-pdfs.ts';
import { refusalOf } from '../support/refusals.ts';
import { atEndOfTest } from '../support/temporary.ts';
import { eventually } from '../support/eventually.ts';

const LIMITS = { pages: 20, characters: 100_000, sections: 1_000, memoryBytes: 256 * 2 ** 20, ms: 2_000 };
/** For a reading that the test ends. */
const ENDLESS = { ...LIMITS, ms: 3_600_000 };

function reader(limits = LIMITS): DocumentText {
  const made = sandboxedReader(limits);
  atEndOfTest(() => made.close());
  return made;
}

describe('the text of documents: unpdf', function () {
  this.timeout(900_000);
  // One for all of them, until one of them closes it: starting it takes longer than what most of them ask.
  let shared: DocumentText | null = null;
  keeps(documentTextContract, () => {
    const made = (shared ??= sandboxedReader(LIMITS));
    return {
      ...made,
      close() {
        shared = null;
        return made.close();
      },
    };
  });
  after(() => shared?.close());
});

describe('the text of documents: within the limits of an installation', function () {
  this.timeout(900_000);

  it('reads a document of 500 full pages', async () => {
    const made = sandboxedReader(readConfig({}, ['api']).knowledge.reading);
    atEndOfTest(() => made.close());
    const pages = textBlocks(await made.read(await longPdf(500), 'pdf'));
    assert.lengthOf(pages, 500);
    for (const { page, text } of pages) assert.match(text, new RegExp(`^Page number ${page}\\.`));
  });
});

describe('the text of documents: the process that starts the readers', function () {
  this.timeout(900_000);

  it('is replaced when it died; what was being read can be tried again, and its reader ends with it', async () => {
    const made = reader(ENDLESS);
    await made.read(await pdfOf('First.'), 'pdf');
    const spawner = childOf(process.pid, 'spawner-process') ?? assert.fail('No process starts the readers');
    const reading = refusalOf(made.read(endlessPdf(), 'pdf'));
    const forked = await eventually(() => childOf(spawner, 'reader-process'), 'a reader');
    process.kill(spawner, 'SIGKILL');
    assert.equal((await reading).problem, 'unavailable');
    assert.deepEqual(await made.read(await pdfOf('Still here.'), 'pdf'), [
      { kind: 'text', page: 1, text: 'Still here.' },
    ]);
    await eventually(() => !runs(forked), 'the end of the reader');
  });

  it('runs all threads of the readers at low priority', async () => {
    const made = reader(ENDLESS);
    const reading = refusalOf(made.read(endlessPdf(), 'pdf'));
    const spawner = await eventually(() => childOf(process.pid, 'spawner-process'), 'the spawner');
    const forked = await eventually(() => childOf(spawner, 'reader-process'), 'a reader');
    const threads = await eventually(() => {
      const found = nicenessOf(forked);
      return found.length > 4 ? found : null;
    }, 'the threads of the reader');
    for (const niceness of threads) assert.isAbove(niceness, getPriority());
    await made.close();
    await reading;
  });
});

/** How far each thread of a process stands back. */
function nicenessOf(processId: number): number[] {
  const { stdout } = spawnSync('ps', ['-L', '-o', 'ni=', '-p', `${processId}`], { encoding: 'utf8' });
  return stdout.trim().split(/\s+/).map(Number);
}

/** The process that another one started from this module. */
function childOf(parent: number, module: string): number | null {
  const { stdout } = spawnSync('pgrep', ['-P', `${parent}`, '-f', module], { encoding: 'utf8' });
  return stdout.trim() === '' ? null : Number(stdout);
}

function runs(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch {
    return false;
  }
}

describe('the text of documents: the contract', function () {
  this.timeout(900_000);
  const refusing: DocumentText = { ...fakeDocumentText(), read: () => Promise.reject(invalid('No.')) };
  const inventive: DocumentText = {
    ...fakeDocumentText(),
    read: async () => [{ kind: 'text', page: 1, text: 'words' }],
  };
  bites(
    documentTextContract,
    fakeDocumentText,
    () => refusing,
    () => inventive,
  );
});
