import mammoth from 'mammoth';
import { fragmentBlocks } from './html-page.ts';
import type { Parse } from './parse.ts';

const HOW = {
  styleMap: ["p[style-name='Title'] => h1:fresh"],
  // Images are not read, neither those within nor those that the document names elsewhere.
  convertImage: mammoth.images.imgElement(async () => ({ src: '' })),
  externalFileAccess: false,
};

/** The content of a Word document: headings by their styles, lists and tables. */
export const parse: Parse = async (file) => {
  const { value } = await mammoth.convertToHtml({ buffer: Buffer.from(file) }, HOW);
  return fragmentBlocks(value);
};
