import type { PdfText } from '../../application/ports/pdf-text.ts';
import { invalid } from '../../domain/errors.ts';

/** Reads the text after the signature, each line as a page. A document with `hostile` cannot be read. */
export const fakePdfText = (): PdfText => ({
  async read(pdf, signal) {
    signal?.throwIfAborted();
    const text = new TextDecoder().decode(pdf).replace('%PDF-', '');
    if (text.includes('hostile')) throw invalid('The file cannot be read.');
    return text.split('\n').map((line, at) => ({ page: at + 1, text: line }));
  },
  close: async () => undefined,
});
