import type { DocumentType } from '../../../domain/knowledge/document-type.ts';
import { docxOf, paragraph, wordTable, zipOf } from './docx-files.ts';

export interface HostileDocument {
  readonly what: string;
  readonly type: DocumentType;
  readonly file: Buffer;
  /** The message of its refusal. Null where reading it does no harm. */
  readonly says: RegExp | null;
}

const MANY = 1_000_000;
const COSTS = /takes more than \d+ MB of memory|takes longer than|nested too deeply|cannot be read/;

/** Each entity stands for ten of the one before. */
const ENTITIES = Array.from({ length: 9 }, (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`).join('');

const nestedTables = (depth: number): string =>
  `${'<w:tbl><w:tr><w:tc>'.repeat(depth)}${paragraph('deep')}${'</w:tc></w:tr></w:tbl>'.repeat(depth)}`;

/** Files of every type but PDF that are made to exhaust their reader. */
export const hostileDocuments = (): HostileDocument[] => [
  ...hostileWord(),
  { what: 'a page of a million nested tags', type: 'html', file: Buffer.from('<b>'.repeat(MANY)), says: null },
  { what: 'a page of a million paragraphs', type: 'html', file: Buffer.from('<p>x'.repeat(MANY)), says: COSTS },
  { what: 'a page of nested tables', type: 'html', file: Buffer.from('<table><td>'.repeat(20_000)), says: COSTS },
  {
    what: 'a page of a million attributes',
    type: 'html',
    file: Buffer.from(`<p ${Array.from({ length: MANY }, (_, at) => `a${at}=1`).join(' ')}>`),
    says: null,
  },
  { what: 'quotes within quotes', type: 'markdown', file: Buffer.from(`${'> '.repeat(50_000)}deep`), says: COSTS },
  { what: 'brackets without end', type: 'markdown', file: Buffer.from('['.repeat(200_000)), says: null },
  {
    what: 'a million questions',
    type: 'csv',
    file: Buffer.from(`question,answer\n${'a?,b\n'.repeat(MANY)}`),
    says: /more than \d+ (headings|characters)|takes/,
  },
  { what: 'a quote without end', type: 'csv', file: Buffer.from(`a,"${'b,\n'.repeat(MANY)}`), says: /cannot be read/ },
  {
    what: 'a word without end',
    type: 'text',
    file: Buffer.from('x'.repeat(11 * MANY)),
    says: /more than \d+ characters/,
  },
];

function hostileWord(): HostileDocument[] {
  const bomb = zipOf([
    { name: 'word/document.xml', content: Buffer.alloc(400 * MANY, ' ') },
    { name: '_rels/.rels', content: Buffer.alloc(0) },
  ]);
  const laughs = docxOf(paragraph('&e9;'), `<!DOCTYPE d [<!ENTITY e0 "ha">${ENTITIES}]>`);
  const files: Readonly<Record<string, readonly [Buffer, RegExp | null]>> = {
    'a zip bomb': [bomb, COSTS],
    'an entity bomb': [laughs, null],
    'nested tables': [docxOf(nestedTables(20_000)), COSTS],
    'a million empty paragraphs': [docxOf('<w:p/>'.repeat(MANY)), null],
    'a table of a hundred thousand cells': [
      docxOf(wordTable(...Array.from({ length: 10_000 }, () => Array.from({ length: 10 }, () => 'x')))),
      null,
    ],
  };
  return Object.entries(files).map(([what, [file, says]]) => ({ what, type: 'docx' as const, file, says }));
}
