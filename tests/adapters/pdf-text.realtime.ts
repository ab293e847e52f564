import { spawnSync } from 'node:child_process';
import { getPriority } from 'node:os';
import { assert } from 'chai';
import { unpdfText } from '../../adapters/pdf-text/unpdf.ts';
import { readConfig } from '../../bootstrap/config.ts';
import type { PdfText } from '../../application/ports/pdf-text.ts';
import { invalid } from '../../domain/errors.ts';
import { pdfTextContract } from '../contracts/pdf-text.contract.ts';
import { bites, keeps } from '../support/contract.ts';
import { fakePdfText } from '../support/fake-pdf-text.ts';
import { endlessPdf, longPdf, pdfOf } from '../support/pdf-files.ts';
import { refusalOf } from '../support/refusals.ts';
import { atEndOfTest } from '../support/temporary.ts';
import { eventually } from '../support/eventually.ts';

const LIMITS = { pages: 20, characters: 100_000, memoryBytes: 256 * 2 ** 20, ms: 2_000 };

function reader(): PdfText {
  const made = unpdfText(LIMITS);
  atEndOfTest(() => made.close());
  return made;
}

describe('the text of PDFs: unpdf', function () {
  this.timeout(900_000);
  // One for all of them, until one of them closes it: starting it takes longer than what most of them ask.
  let shared: PdfText | null = null;
  keeps(pdfTextContract, () => {
    const made = (shared ??= unpdfText(LIMITS));
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

describe('the text of PDFs: within the limits of an installation', function () {
  this.timeout(900_000);

  it('reads a document of 500 full pages', async () => {
    const made = unpdfText(readConfig({}, ['api']).knowledge.reading);
    atEndOfTest(() => made.close());
    const pages = await made.read(await longPdf(500));
    assert.lengthOf(pages, 500);
    for (const { page, text } of pages) assert.match(text, new RegExp(`^Page number ${page}\\.`));
  });
});

describe('the text of PDFs: the process that starts the readers', function () {
  this.timeout(900_000);

  it('is replaced when it died; what was being read can be tried again, and its reader ends with it', async () => {
    const made = reader();
    await made.read(await pdfOf('First.'));
    const spawner = childOf(process.pid, 'spawner-process') ?? assert.fail('No process starts the readers');
    const reading = refusalOf(made.read(endlessPdf()));
    const forked = await eventually(() => childOf(spawner, 'reader-process'), 'a reader');
    process.kill(spawner, 'SIGKILL');
    assert.equal((await reading).problem, 'unavailable');
    assert.deepEqual(await made.read(await pdfOf('Still here.')), [{ page: 1, text: 'Still here.' }]);
    await eventually(() => !runs(forked), 'the end of the reader');
  });

  it('runs all threads of the readers at low priority', async () => {
    const made = reader();
    const reading = refusalOf(made.read(endlessPdf()));
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

describe('the text of PDFs: the contract', function () {
  this.timeout(900_000);
  const refusing: PdfText = { ...fakePdfText(), read: () => Promise.reject(invalid('No.')) };
  const inventive: PdfText = { ...fakePdfText(), read: async () => [{ page: 1, text: 'words' }] };
  bites(
    pdfTextContract,
    fakePdfText,
    () => refusing,
    () => inventive,
  );
});
