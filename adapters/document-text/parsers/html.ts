import { Readability } from '@mozilla/readability';
import type { ContentBlock, HeadingBlock } from '../../../domain/knowledge/blocks.ts';
import { decodeText } from './decode.ts';
import type { DomNode } from './dom.ts';
import { htmlBlocks } from './html-blocks.ts';
import { pageBlocks, pageOf, type HtmlPage } from './html-page.ts';
import type { Parse } from './parse.ts';

/** The main content replaces the whole page only if it has this share of its text: nothing may be lost. */
const MAIN_SHARE = 2 / 3;
/** Elements up to which the main content is looked for, which takes long in large pages. */
const ELEMENTS_MAX = 20_000;
/** Bytes searched for the declared encoding. */
const HEAD_BYTES = 1_024;

/** The content of an HTML page, without navigation. */
export const parse: Parse = async (file) => {
  const source = decodeText(file, declaredEncoding(file));
  const whole = pageOf(source);
  const blocks = pageBlocks(whole);
  const main = mainBlocks(source, whole);
  const best = lengthOf(main) >= MAIN_SHARE * lengthOf(blocks) ? main : blocks;
  const title = blocks.find(isMainHeading)?.text ?? whole.title.trim();
  return title === '' || best.length === 0 || best.some(isMainHeading) ? best : below(title, best);
};

/** The blocks below a main heading, which Readability leaves out or repeats at a deeper level. */
function below(title: string, blocks: readonly ContentBlock[]): ContentBlock[] {
  const [first, ...rest] = blocks;
  const isRepeated = first?.kind === 'heading' && first.text === title;
  return [{ kind: 'heading', level: 1, text: title }, ...(isRepeated ? rest : blocks)];
}

const isMainHeading = (block: ContentBlock): block is HeadingBlock => block.kind === 'heading' && block.level === 1;

/** The main content of an article, or nothing where there is none. */
function mainBlocks(source: string, whole: HtmlPage): ContentBlock[] {
  if (whole.getElementsByTagName('*').length > ELEMENTS_MAX) return [];
  // It takes the page apart.
  const page = pageOf(source);
  showAll(page);
  const options = { serializer: (content: unknown) => content as DomNode, maxElemsToParse: ELEMENTS_MAX };
  try {
    const article = new Readability(page, options).parse();
    return article?.content ? htmlBlocks(article.content) : [];
  } catch {
    // A page that is too odd for it.
    return [];
  }
}

/** Shows what is collapsed, such as answers below their questions: else it would be left out. */
function showAll(page: HtmlPage): void {
  for (const element of page.querySelectorAll('[hidden], [aria-hidden], [style]'))
    for (const name of ['hidden', 'aria-hidden', 'style']) element.removeAttribute(name);
}

const lengthOf = (blocks: readonly ContentBlock[]): number =>
  blocks.reduce((sum, block) => sum + (block.kind === 'list' ? block.items.join('').length : block.text.length), 0);

function declaredEncoding(file: Uint8Array): string | undefined {
  const head = new TextDecoder('latin1').decode(file.subarray(0, HEAD_BYTES));
  return /charset\s{0,9}=\s{0,9}["']?([\w-]{1,40})/i.exec(head)?.[1];
}
