import PdfKit from 'pdfkit';

/** A PDF written by pdfkit. */
export function written(write: (document: PDFKit.PDFDocument) => void, how: PDFKit.PDFDocumentOptions = {}) {
  const document = new PdfKit(how);
  const parts: Buffer[] = [];
  return new Promise<Buffer>((resolve, reject) => {
    document.on('data', (part: Buffer) => parts.push(part));
    document.on('error', reject);
    document.on('end', () => resolve(Buffer.concat(parts)));
    write(document);
    document.end();
  });
}

/** A PDF of one page for each of these texts. */
export const pdfOf = (...pages: readonly string[]): Promise<Buffer> =>
  written((document) => pages.forEach((text, at) => (at > 0 ? document.addPage() : document).text(text)));

const SENTENCE = 'The quick brown fox jumps over the lazy dog, and some more words follow it in this sentence. ';

/** A PDF of full pages, each with its number. */
export const longPdf = (pages: number): Promise<Buffer> =>
  pdfOf(...Array.from({ length: pages }, (_, at) => `Page number ${at + 1}. ${SENTENCE.repeat(33)}`));
