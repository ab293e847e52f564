import { deflateSync } from 'node:zlib';

/** The objects of a PDF, numbered from 1, with what leads to them; the first is the catalogue. */
export function rawPdf(objects: readonly (string | Buffer)[], { startxref = true } = {}): Buffer {
  const parts = [Buffer.from('%PDF-1.4\n')];
  const offsets: number[] = [];
  const length = (): number => parts.reduce((sum, part) => sum + part.length, 0);
  objects.forEach((object, at) => {
    offsets.push(length());
    parts.push(Buffer.from(`${at + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n'));
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const start = startxref ? `startxref\n${length()}\n` : '';
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R >>\n${start}%%EOF\n`;
  return Buffer.concat([...parts, Buffer.from(`xref\n0 ${size}\n0000000000 65535 f \n${table}${trailer}`)]);
}

/** A stream object. */
const streamOf = (bytes: string | Buffer, entries = ''): Buffer =>
  Buffer.concat([
    Buffer.from(`<< ${entries} /Length ${Buffer.from(bytes).length} >>\nstream\n`),
    Buffer.from(bytes),
    Buffer.from('\nendstream'),
  ]);

/** The objects of a document of one page that draws this content; the fourth is its font. */
const onePage = (content: Buffer, resources = '/Font << /F1 4 0 R >>'): (string | Buffer)[] => [
  '<< /Type /Catalog /Pages 2 0 R >>',
  '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << ${resources} >> /Contents 5 0 R >>`,
  '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  content,
];

/** A document that draws with these operators. */
export const drawnPdf = (operators: string, how = {}): Buffer => rawPdf(onePage(streamOf(operators)), how);

/** A small document whose stream inflates twice, to this many spaces. */
export function bombPdf(bytes: number): Buffer {
  const squeeze = (data: Buffer): Buffer => deflateSync(data, { level: 9 });
  const content = streamOf(squeeze(squeeze(Buffer.alloc(bytes, ' '))), '/Filter [/FlateDecode /FlateDecode]');
  return rawPdf(onePage(content));
}

/** A small document of nested forms, each drawn thirty times: rendering it never ends. */
export function endlessPdf(): Buffer {
  const levels = 6;
  const forms = Array.from({ length: levels }, (_, at) => {
    const isLast = at === levels - 1;
    const inner = isLast ? '/Font << /F1 4 0 R >>' : `/XObject << /X ${at + 7} 0 R >>`;
    const draw = isLast ? 'BT /F1 1 Tf 100 700 Td (a) Tj ET' : '/X Do '.repeat(30);
    return streamOf(draw, `/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << ${inner} >>`);
  });
  return rawPdf([...onePage(streamOf('/X Do '.repeat(30)), '/XObject << /X 6 0 R >>'), ...forms]);
}

/** A document with only an image. */
export function imagePdf(): Buffer {
  const image = '/Type /XObject /Subtype /Image /Width 2 /Height 2 /ColorSpace /DeviceGray /BitsPerComponent 8';
  const draw = streamOf('q 100 0 0 100 0 0 cm /I Do Q');
  return rawPdf([...onePage(draw, '/XObject << /I 6 0 R >>'), streamOf(Buffer.from([0, 255, 255, 0]), image)]);
}

/** A document in any script: its letters are numbers of glyphs, and a table says which characters they are. */
export function scriptPdf(text: string): Buffer {
  const letters = [...new Set(text)];
  const hex = (value: number): string => value.toString(16).padStart(4, '0');
  const glyph = (letter: string): string => hex(letters.indexOf(letter) + 1);
  const table = letters.map((letter) => `<${glyph(letter)}> <${hex(letter.codePointAt(0) ?? 0)}>`).join('\n');
  const cmap =
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def /CMapType 2 def\n' +
    `1 begincodespacerange <0000> <ffff> endcodespacerange ${letters.length} beginbfchar\n${table}\nendbfchar endcmap`;
  const content = streamOf(`BT /F1 24 Tf 100 700 Td <${Array.from(text, glyph).join('')}> Tj ET`);
  const objects = onePage(content);
  objects[3] =
    '<< /Type /Font /Subtype /Type0 /BaseFont /S /Encoding /Identity-H /DescendantFonts [6 0 R] /ToUnicode 7 0 R >>';
  const system = '<< /Registry (Adobe) /Ordering (Identity) /Supplement 0 >>';
  const metrics = '/FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80';
  return rawPdf([
    ...objects,
    `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /S /CIDSystemInfo ${system} /DW 1000 /FontDescriptor 8 0 R >>`,
    streamOf(cmap),
    `<< /Type /FontDescriptor /FontName /S /Flags 4 ${metrics} >>`,
  ]);
}
