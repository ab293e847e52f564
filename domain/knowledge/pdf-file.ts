import { rejected } from '../errors.ts';
import { isPlainText } from '../plain-text.ts';

/** Bytes searched for the PDF signature: PDF readers accept a byte order mark or a mail header before it. */
export const HEADER_BYTES = 1_024;
const SIGNATURE = '%PDF-';
const NAME_MAX = 255;

/** Rejects a file that is not a PDF by name, size or first bytes, given as one character each. */
export function requirePdf(file: { readonly filename: string; readonly size: number; readonly header: string }): void {
  const { filename, size, header } = file;
  if (!/\.pdf$/i.test(filename)) throw rejected('The file name must end in .pdf');
  if (filename.length > NAME_MAX) throw rejected(`The file name must not be longer than ${NAME_MAX} characters`);
  if (!isPlainText(filename)) throw rejected('The file name must not contain control characters');
  if (size === 0) throw rejected('The file is empty');
  if (!header.includes(SIGNATURE)) throw rejected('The file is not a PDF');
}
