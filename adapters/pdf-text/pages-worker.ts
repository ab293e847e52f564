import { getDocumentProxy } from 'unpdf';
import type { Page } from '../../domain/knowledge/chunking.ts';
import type { ReadAnswer, ReadingLimits } from './reader-messages.ts';

/** Skips fonts, images and compiled functions, which only rendering needs. */
const TEXT_ONLY = { verbosity: 0, disableFontFace: true, isEvalSupported: false, maxImageSize: 1 };

type PdfDocument = Awaited<ReturnType<typeof getDocumentProxy>>;

/** In the reader's thread: answers once the library is loaded. */
export const isReady = (): boolean => true;

/** In the reader's thread: the text of a PDF by page, in reading order. */
export async function readPages(request: {
  readonly pdf: Uint8Array;
  readonly limits: ReadingLimits;
}): Promise<ReadAnswer> {
  try {
    // A copy with its own memory: the library transfers its input.
    const document = await getDocumentProxy(new Uint8Array(request.pdf), TEXT_ONLY);
    return document.numPages > request.limits.pages ? { refusal: 'pages' } : await pagesOf(document, request.limits);
  } catch (error) {
    const isLocked = error instanceof Error && error.name === 'PasswordException';
    return { refusal: isLocked ? 'locked' : 'unreadable' };
  }
}

async function pagesOf(document: PdfDocument, { characters }: ReadingLimits): Promise<ReadAnswer> {
  const pages: Page[] = [];
  let length = 0;
  for (let page = 1; page <= document.numPages; page += 1) {
    const text = await textOf(document, page);
    length += text.length;
    if (length > characters) return { refusal: 'characters' };
    pages.push({ page, text });
  }
  return { pages };
}

async function textOf(document: PdfDocument, number: number): Promise<string> {
  const page = await document.getPage(number);
  const { items } = await page.getTextContent();
  page.cleanup();
  return items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('');
}
