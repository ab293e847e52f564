import { DOCUMENT_TYPES, type DocumentType } from '../../domain/knowledge/document-type.ts';
import { refused } from './page-fault.ts';

/** Media types of pages and files, beside those of uploads. */
const OTHER_NAMES: Readonly<Record<string, DocumentType>> = {
  'application/xhtml+xml': 'html',
  'text/x-markdown': 'markdown',
  'application/csv': 'csv',
};
/** Media types that say nothing of what they are. */
const VAGUE = new Set(['', 'application/octet-stream', 'binary/octet-stream', 'text/plain']);
const CHARSET = /;\s{0,9}charset\s{0,9}=\s{0,9}["']?([\w.:-]{1,40})/i;
const PDF = '%PDF-';
const ZIP = 'PK\u0003\u0004';
const HEADER_BYTES = 1_024;

/** What a response is: by its bytes where they say so, else by its media type, else by the end of its address. */
export function contentKind(contentType: string, url: URL, bytes: Uint8Array): ContentKind {
  const mediaType = (contentType.split(';')[0] ?? '').trim().toLowerCase();
  const header = new TextDecoder('latin1').decode(bytes.subarray(0, HEADER_BYTES));
  const charset = CHARSET.exec(contentType)?.[1] ?? null;
  if (header.startsWith(PDF)) return { type: 'pdf', charset: null };
  const type = typeOf(mediaType, url);
  const name = mediaType === '' ? 'an unknown type' : `the type ${mediaType.slice(0, 80)}`;
  if (type === null)
    throw refused(
      `The address has content of ${name}, which cannot be read: pages, PDF, Word (.docx), text, Markdown and CSV can`,
    );
  if (mayBe(type, header)) return { type, charset };
  throw refused(`The address has content of ${name}, but it is not ${DOCUMENT_TYPES[type].noun}`);
}

/** Whether content that begins so may have this type. */
function mayBe(type: DocumentType, header: string): boolean {
  if (type === 'pdf') return false;
  const isZip = header.startsWith(ZIP);
  return type === 'docx' ? isZip : !isZip && (!header.includes('\0') || UTF_16.test(header));
}

export interface ContentKind {
  readonly type: DocumentType;
  readonly charset: string | null;
}

const UTF_16 = /^(?:\u00ff\u00fe|\u00fe\u00ff)/;

function typeOf(mediaType: string, { pathname }: URL): DocumentType | null {
  const types = Object.entries(DOCUMENT_TYPES) as [DocumentType, (typeof DOCUMENT_TYPES)[DocumentType]][];
  if (VAGUE.has(mediaType)) {
    const ending = pathname.slice(pathname.lastIndexOf('.') + 1).toLowerCase();
    const byName = types.find(([, { extensions }]) => extensions.some((each) => each === ending))?.[0];
    return byName ?? (mediaType === 'text/plain' ? 'text' : null);
  }
  return OTHER_NAMES[mediaType] ?? types.find(([, facts]) => facts.mediaType === mediaType)?.[0] ?? null;
}
