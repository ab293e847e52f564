import { rejected } from '../errors.ts';
import { isPlainText } from '../plain-text.ts';

interface TypeFacts {
  /** Endings of file names; the first is that of the object key. */
  readonly extensions: readonly string[];
  readonly mediaType: string;
  /** What a file of this type is, in messages. */
  readonly noun: string;
}

/** Types of documents that can be read. */
export const DOCUMENT_TYPES = {
  pdf: { extensions: ['pdf'], mediaType: 'application/pdf', noun: 'a PDF' },
  docx: {
    extensions: ['docx'],
    mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    noun: 'a Word document (.docx)',
  },
  html: { extensions: ['html', 'htm'], mediaType: 'text/html', noun: 'an HTML page' },
  markdown: { extensions: ['md', 'markdown'], mediaType: 'text/markdown', noun: 'Markdown' },
  text: { extensions: ['txt'], mediaType: 'text/plain', noun: 'a text file' },
  csv: { extensions: ['csv'], mediaType: 'text/csv', noun: 'a CSV file' },
} as const satisfies Readonly<Record<string, TypeFacts>>;

export type DocumentType = keyof typeof DOCUMENT_TYPES;
/** What the reader understands: documents, and sitemaps, which list pages. */
export type ReadableType = DocumentType | 'sitemap';
export type MediaType = (typeof DOCUMENT_TYPES)[DocumentType]['mediaType'];

const TYPES = Object.entries(DOCUMENT_TYPES) as readonly (readonly [DocumentType, TypeFacts])[];

/** Bytes searched for signatures: PDF readers accept a byte order mark or a mail header before theirs. */
export const HEADER_BYTES = 1_024;
const NAME_MAX = 255;
const PDF = '%PDF-';
const ZIP = 'PK\u0003\u0004';
/** Of Microsoft's older formats, and of encrypted documents. */
const COMPOUND = '\u00d0\u00cf\u0011\u00e0';
const UTF_16 = /^(?:\u00ff\u00fe|\u00fe\u00ff)/;

/** A file as it was uploaded. Its first bytes are given as one character each. */
interface FileFacts {
  readonly filename: string;
  readonly size: number;
  readonly header: string;
}

/** The type of a file, by the end of its name. Rejects one whose name, size or first bytes are not of a readable type. */
export function requireDocumentType({ filename, size, header }: FileFacts): DocumentType {
  const type = typeByName(filename);
  if (type === undefined)
    throw rejected(`The file name must end in ${endings()}${INSTEAD.get(extensionOf(filename)) ?? ''}`);
  if (filename.length > NAME_MAX) throw rejected(`The file name must not be longer than ${NAME_MAX} characters`);
  if (!isPlainText(filename)) throw rejected('The file name must not contain control characters');
  if (size === 0) throw rejected('The file is empty');
  const problem = contentProblem(type, header);
  if (problem !== null) throw rejected(problem);
  return type;
}

/** The type with this media type. Documents from before there were several are PDFs. */
export const typeOfMedia = (mediaType: MediaType): DocumentType =>
  TYPES.find(([, facts]) => facts.mediaType === mediaType)?.[0] ?? 'pdf';

const extensionOf = (filename: string): string => filename.slice(filename.lastIndexOf('.') + 1).toLowerCase();

function typeByName(filename: string): DocumentType | undefined {
  const extension = filename.includes('.') ? extensionOf(filename) : '';
  return TYPES.find(([, { extensions }]) => extensions.includes(extension))?.[0];
}

function endings(): string {
  const all = TYPES.flatMap(([, { extensions }]) => extensions.map((each) => `.${each}`));
  return `${all.slice(0, -1).join(', ')} or ${all.at(-1)}`;
}

const AS_DOCX = ': save the document as .docx';
const AS_CSV = ': save the table as .csv';
const AS_PDF = ': save it as a PDF';
/** What to do with files of other common types. */
const INSTEAD: ReadonlyMap<string, string> = new Map([
  ...['doc', 'odt', 'rtf', 'pages'].map((each) => [each, AS_DOCX] as const),
  ...['xls', 'xlsx', 'ods', 'numbers', 'tsv'].map((each) => [each, AS_CSV] as const),
  ...['ppt', 'pptx', 'odp', 'epub'].map((each) => [each, AS_PDF] as const),
]);

/** What is wrong with the first bytes, or null. */
function contentProblem(type: DocumentType, header: string): string | null {
  if (type === 'pdf') return header.includes(PDF) ? null : 'The file is not a PDF';
  if (header.startsWith(PDF)) return 'The file is a PDF: its name must end in .pdf';
  if (type === 'docx') return docxProblem(header);
  const isBinary = header.startsWith(ZIP) || (header.includes('\0') && !UTF_16.test(header));
  return isBinary ? `The file is not ${DOCUMENT_TYPES[type].noun}: its content is not text` : null;
}

function docxProblem(header: string): string | null {
  if (header.startsWith(ZIP)) return null;
  return header.startsWith(COMPOUND)
    ? 'The file is in an old Word format or protected by a password: save it as .docx without a password'
    : 'The file is not a Word document (.docx)';
}
