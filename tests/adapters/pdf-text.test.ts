import { unpdfText } from '../../adapters/pdf-text/unpdf.ts';
import type { PdfText } from '../../application/ports/pdf-text.ts';
import { invalid } from '../../domain/errors.ts';
import { pdfTextContract } from '../contracts/pdf-text.contract.ts';
import { bites, keeps } from '../support/contract.ts';
import { fakePdfText } from '../support/fake-pdf-text.ts';
import { atEndOfTest } from '../support/temporary.ts';

const LIMITS = { pages: 20, characters: 100_000, memoryBytes: 256 * 2 ** 20, ms: 2_000 };

function reader(): PdfText {
  const made = unpdfText(LIMITS);
  atEndOfTest(() => made.close());
  return made;
}

describe('the text of PDFs: unpdf', function () {
  this.timeout(120_000);
  keeps(pdfTextContract, reader);
});

describe('the text of PDFs: the contract', function () {
  this.timeout(120_000);
  const refusing: PdfText = { ...fakePdfText(), read: () => Promise.reject(invalid('No.')) };
  const inventive: PdfText = { ...fakePdfText(), read: async () => [{ page: 1, text: 'words' }] };
  bites(
    pdfTextContract,
    fakePdfText,
    () => refusing,
    () => inventive,
  );
});
