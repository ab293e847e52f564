import type { DocumentText } from '../../../application/ports/document-text.ts';
import { DomainError } from '../../../domain/errors.ts';
import { longPdf, pdfOf, written } from '../../support/pdf-files.ts';
import { bombPdf, drawnPdf, endlessPdf, rawPdf, scriptPdf } from './raw-pdfs.ts';

/** Numbers between 0 and 1 that are the same in every run. */
function drawn(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state / 0x7fffffff;
  };
}

/** Tokens of every valid PDF, and their replacements. */
const SWAPS: readonly (readonly [string, string])[] = [
  ['/Count 1', '/Count 999999999'],
  ['/Pages 2 0 R', '/Pages 3 0 R'],
  ['/Kids [', '/Kids [2 0 R '],
  ['endobj', 'endojb'],
  ['/Length ', '/Length 99999999'],
  ['/FlateDecode', '/LZWDecode'],
  ['/Type /Page', '/Type /Font'],
  ['obj', 'jbo'],
  ['%PDF-', '%PDF-9'],
  ['/Contents ', '/Contents [1 0 R 1 0 R] /X '],
];

/** Valid documents of several types. */
export const soundBases = async (): Promise<Buffer[]> => [
  await pdfOf('First page.', 'Second page.'),
  await longPdf(3),
  await written((document) => document.text('Closed.'), { userPassword: 'user' }),
  drawnPdf('BT /F1 24 Tf 100 700 Td (Hello.) Tj ET'),
  scriptPdf('दिन हिन्दी में स्वागत है।'),
];

/** Valid documents with one change each. */
export function damagedPdfs(count: number, sound: readonly Buffer[], seed = 1): Uint8Array[] {
  const next = drawn(seed);
  const below = (end: number): number => Math.floor(next() * end);
  const changed = (base: Buffer): Uint8Array => {
    const [from, to] = SWAPS[below(SWAPS.length)]!;
    let text = base.toString('latin1').replaceAll(from, to);
    for (let changes = 1 + below(30); changes > 0; changes -= 1) {
      const at = below(text.length);
      text = text.slice(0, at) + String.fromCharCode(below(256)) + text.slice(at + 1);
    }
    return Buffer.from(next() < 0.3 ? text.slice(0, below(text.length)) : text, 'latin1');
  };
  return Array.from({ length: count }, (_, at) => changed(sound[at % sound.length]!));
}

/** Malicious documents: they exhaust memory or time, or never end. */
export const harmfulPdfs = (): Uint8Array[] => [
  bombPdf(400_000_000),
  endlessPdf(),
  selfReferring(),
  bombPdf(50_000_000),
];

/** Hostile documents: malicious and damaged ones. */
export async function hostilePdfs(count: number): Promise<Uint8Array[]> {
  const harmful = harmfulPdfs();
  return [...harmful, ...damagedPdfs(count - harmful.length, await soundBases())];
}

/** A tree of pages that is its own child. */
const selfReferring = (): Buffer =>
  rawPdf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 2 /Parent 2 0 R >>']);

/** How reading a document ended, and after how many milliseconds. */
export interface ReadingResult {
  /** The message of the rejection, or null if it was read. */
  readonly refusal: string | null;
  readonly ms: number;
}

/** Reads a document completely. Errors that are not a rejection of the document propagate. */
export async function endOf(reader: DocumentText, pdf: Uint8Array): Promise<ReadingResult> {
  const startedAt = performance.now();
  const refusal = await reader.read(pdf, 'pdf').then(
    () => null,
    (error: unknown) => {
      if (error instanceof DomainError && error.problem === 'invalid') return error.message;
      throw error;
    },
  );
  return { refusal, ms: performance.now() - startedAt };
}
