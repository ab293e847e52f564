import { marked } from 'marked';
import { decodeText } from './decode.ts';
import { fragmentBlocks } from './html-page.ts';
import type { Parse } from './parse.ts';

/** Properties that some programs write before the text. */
const FRONT_MATTER = /^---\r?\n[^]*?\r?\n(?:---|\.\.\.)\r?\n/;

/** The content of a Markdown file in GitHub's dialect. */
export const parse: Parse = async (file, _limits, charset) =>
  fragmentBlocks(
    marked.parse(decodeText(file, charset).replace(FRONT_MATTER, ''), { gfm: true, mangle: false, headerIds: false }),
  );
