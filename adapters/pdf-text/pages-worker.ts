import { getDocumentProxy } from 'unpdf';
import type { Page } from '../../domain/knowledge/chunking.ts';
import type { ReadAnswer, ReadingLimits } from './reader-messages.ts';

/** Nothing is drawn, so nothing of what only drawing needs is made: fonts, images and functions that are compiled. */
const TEXT_ONLY = { verbosity: 0, disableFontFace: true, isEvalSupported: false, maxImageSize: 1 };

type PdfDocument = Awaited<ReturnType<typeof getDocumentProxy>>;

/** Inside a thread of the reader: answers as soon as everything is loaded that reads. */
export const isReady = (): boolean => true;

/** Inside a thread of the reader: the text of a PDF, page by page in reading order. */
export async function readPages(request: {
  readonly pdf: Uint8Array;
  readonly limits: ReadingLimits;
}): Promise<ReadAnswer> {
  try {
    // A copy that has its memory for itself: the library gives away what it is given.
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
