import pLimit from 'p-limit';
import type { DocumentText } from '../../application/ports/document-text.ts';
import type { Log } from '../../application/ports/log.ts';
import { unavailable } from '../../domain/errors.ts';
import type { ContentBlock } from '../../domain/knowledge/blocks.ts';
import { pagesOf } from '../../domain/knowledge/pages-without-text.ts';
import { runProgram, type ProgramRun } from './bounded-program.ts';
import type { ReadingLimits } from './reader-messages.ts';

/** The operator's program for text recognition. */
export interface TextRecognition extends Omit<ProgramRun, 'outputBytes'> {
  /** The program and its arguments. It reads a PDF and writes one with text, or text with a form feed after each page. */
  readonly command: readonly string[];
}

/** Longest output, in bytes: a PDF repeats its images. */
const OUTPUT_BYTES = 100 * 2 ** 20;

/**
 * A reader that lets a program recognise the text of pages without any, in PDFs. One document at a time, because
 * recognition takes all it gets of the processor. Where it fails, these pages stay without text.
 */
export function recognisingReader(
  reader: DocumentText,
  recognition: TextRecognition,
  limits: Pick<ReadingLimits, 'pages' | 'characters'>,
  log: Log,
): DocumentText {
  const limit = pLimit(1);
  const closing = new AbortController();

  /** The text of each page by the program. */
  async function recognised(pdf: Uint8Array, signal: AbortSignal): Promise<ReadonlyMap<number, string>> {
    const output = await runProgram(recognition.command, pdf, { ...recognition, outputBytes: OUTPUT_BYTES }, signal);
    const isPdf = Buffer.from(output.subarray(0, 5)).toString('latin1') === '%PDF-';
    return isPdf ? textByPage(await reader.read(output, 'pdf', signal)) : pagesIn(output, limits);
  }

  return {
    async read(...request) {
      const [file, type, signal] = request;
      const blocks = await reader.read(...request);
      const { empty } = pagesOf(blocks);
      if (type !== 'pdf' || empty.length === 0) return blocks;
      const either = signal ? AbortSignal.any([signal, closing.signal]) : closing.signal;
      return limit(async () => {
        try {
          either.throwIfAborted();
          return filled(blocks, new Set(empty), await recognised(file, either));
        } catch (error) {
          either.throwIfAborted();
          log.warn('knowledge.text_not_recognised', { pages: empty.length, error });
          return blocks;
        }
      });
    },
    async close() {
      closing.abort(unavailable('The reader of documents is closed'));
      await reader.close();
    },
  };
}

/** The text of pages in one piece: the sizes of recognised fonts are guesses, so they show no headings. */
function textByPage(blocks: readonly ContentBlock[]): Map<number, string> {
  const pages = new Map<number, string>();
  for (const block of blocks) {
    if (block.kind === 'list' || typeof block.page !== 'number') continue;
    pages.set(block.page, `${pages.get(block.page) ?? ''}${block.text}\n`);
  }
  return pages;
}

function pagesIn(output: Uint8Array, { pages, characters }: Pick<ReadingLimits, 'pages' | 'characters'>) {
  const text = new TextDecoder().decode(output);
  if (text.length > characters) throw new Error(`It wrote more than ${characters} characters`);
  return new Map(text.split('\f', pages).map((page, at) => [at + 1, page]));
}

const filled = (
  blocks: readonly ContentBlock[],
  empty: ReadonlySet<number>,
  recognised: ReadonlyMap<number, string>,
): ContentBlock[] =>
  blocks.map((block) => {
    if (block.kind !== 'text' || block.page === null || !empty.has(block.page)) return block;
    return { ...block, text: recognised.get(block.page) ?? '' };
  });
