import { Readability } from '@mozilla/readability';
import type { ContentBlock } from '../../../domain/knowledge/blocks.ts';
import { decodeText } from './decode.ts';
import type { DomNode } from './dom.ts';
import { htmlBlocks, linkedBlocks } from './html-blocks.ts';
import { pageOf, type HtmlPage } from './html-page.ts';
import type { Parse } from './parse.ts';

/** Links beside the main content are left out only if it has this share of the text of the page. */
const MAIN_SHARE = 2 / 3;
/** Elements up to which the main content is looked for, which takes long in large pages. */
const ELEMENTS_MAX = 20_000;
/** Bytes searched for the declared encoding. */
const HEAD_BYTES = 1_024;

/**
 * The content of an HTML page without navigation: what consists of links alone and lies beside the main content. Other
 * words are never left out: a sidebar or a footer may have opening hours.
 */
export const parse: Parse = async (file, _limits, charset) => {
  const source = decodeText(file, charset ?? declaredEncoding(file));
  const whole = pageOf(source);
  const blocks = contentOf(whole, mainBlocks(source, whole));
  const title = whole.title.trim();
  return title === '' || blocks.length === 0 || blocks.some(isMainHeading) ? blocks : below(title, blocks);
};

/** The blocks of a page without links beside its main content. */
function contentOf({ documentElement }: HtmlPage, main: readonly ContentBlock[]): ContentBlock[] {
  if (documentElement === null) return [];
  const { blocks, links } = linkedBlocks(documentElement);
  if (lengthOf(main) < MAIN_SHARE * lengthOf(blocks)) return blocks;
  const kept = new Set(main.flatMap(linesOf));
  return blocks.filter((block) => !links.has(block) || linesOf(block).some((line) => kept.has(line)));
}

const linesOf = (block: ContentBlock): readonly string[] =>
  (block.kind === 'list' ? block.items : [block.text]).map((line) => line.replace(/\s+/gu, ' '));

/** The blocks below a main heading, which a page may repeat at a deeper level. */
function below(title: string, blocks: readonly ContentBlock[]): ContentBlock[] {
  const [first, ...rest] = blocks;
  const isRepeated = first?.kind === 'heading' && first.text === title;
  return [{ kind: 'heading', level: 1, text: title }, ...(isRepeated ? rest : blocks)];
}

const isMainHeading = (block: ContentBlock): boolean => block.kind === 'heading' && block.level === 1;

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
