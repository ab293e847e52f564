import type { ContentBlock } from '../../../domain/knowledge/blocks.ts';
import { contains, visit, type DomNode, type DomVisitor } from './dom.ts';
import { HtmlTable } from './html-table.ts';

/** Elements without content to read. */
const SKIPPED = new Set(
  (
    'audio base button canvas datalist embed frame head iframe img input link map math meta nav noscript object ' +
    'script select style svg template textarea title track video'
  ).split(' '),
);
const PARAGRAPHS = new Set(
  (
    'address article aside blockquote body caption center details dialog div fieldset figcaption figure footer form ' +
    'header hgroup hr html legend main p pre search section li dt dd td th'
  ).split(' '),
);
/** Elements that end a line of a list. */
const ITEMS = new Set(['li', 'dd']);
const HEADINGS: Readonly<Record<string, number>> = { h1: 1, h2: 2, h3: 3, h4: 4, h5: 5, h6: 6, summary: 7 };
const LISTS = new Set(['ul', 'ol', 'menu', 'dl']);
/** A list or table around one of these only arranges the page. */
const ARRANGED = new Set([...Object.keys(HEADINGS), 'table']);

/** The content of a page: headings, paragraphs, lists and tables. */
export const htmlBlocks = (root: DomNode): ContentBlock[] => linkedBlocks(root).blocks;

/** The same, and those blocks whose words are all in links. */
export function linkedBlocks(root: DomNode): { blocks: ContentBlock[]; links: ReadonlySet<ContentBlock> } {
  const reader = new BlockReader();
  visit(root, reader);
  return { blocks: reader.end(), links: reader.links };
}

interface OpenList {
  readonly name: string;
  items: number;
  /** Empty for a list of terms. */
  marker: string;
}

const WORD = /[\p{L}\p{N}]/u;

/** Collects blocks while a page is visited. */
class BlockReader implements DomVisitor {
  /** Blocks whose words are all in links. */
  readonly links = new Set<ContentBlock>();
  readonly #blocks: ContentBlock[] = [];
  /** Text since the last block or item. */
  #text = '';
  readonly #lists: OpenList[] = [];
  /** Items of the outermost list. */
  #lines: string[] = [];
  #table: HtmlTable | null = null;
  #isInHeading = false;
  #linksAround = 0;
  /** Whether there were words in links, and others, since the last block. */
  readonly #words = { inLinks: false, others: false };
  /** Lists and tables that only arrange the page. */
  readonly #arranging: string[] = [];

  enter(name: string, element: DomNode): boolean {
    if (SKIPPED.has(name)) return false;
    if (name === 'a') this.#linksAround += 1;
    if (name === 'br') this.#text += '\n';
    else if (this.#table) this.#text = this.#table.enter(name, this.#text);
    else this.#start(name, element);
    return true;
  }

  #start(name: string, element: DomNode): void {
    if (LISTS.has(name) || name === 'table') this.#open(name, element);
    else if (HEADINGS[name] !== undefined) this.#startHeading();
    else if (name === 'li' || name === 'dt') this.#startItem();
    else if (name === 'dd') this.#text = this.#text.trim() === '' ? '' : `${this.#text.trimEnd()}: `;
    else this.#separate(name);
  }

  leave(name: string): void {
    if (name === 'a') this.#linksAround -= 1;
    if (this.#table) this.#text = this.#table.leave(name, this.#text);
    if (name === 'table' && this.#table?.isClosed) this.#endTable();
    else if (!this.#table) this.#close(name);
  }

  text(text: string): void {
    this.#text += text;
    if (WORD.test(text)) this.#words[this.#linksAround > 0 ? 'inLinks' : 'others'] = true;
  }

  /** The blocks, when all is visited. */
  end(): ContentBlock[] {
    this.#flush();
    this.#endLines();
    return this.#blocks;
  }

  #open(name: string, element: DomNode): void {
    this.#flush();
    // A list within a list was looked at with it.
    if (this.#lists.length === 0 && contains(element, ARRANGED)) this.#arranging.push(name);
    else if (name === 'table') this.#table = new HtmlTable();
    else this.#lists.push({ name, items: 0, marker: name === 'dl' ? '' : '- ' });
  }

  #close(name: string): void {
    const level = HEADINGS[name];
    if (level !== undefined) this.#endHeading(level);
    else if (LISTS.has(name) || name === 'table') this.#endList();
    else if (name === 'details') this.#endSection();
    else this.#separate(name);
  }

  #startHeading(): void {
    this.#flush();
    this.#isInHeading = true;
  }

  #startItem(): void {
    this.#flush();
    const list = this.#lists.at(-1);
    if (!list) return;
    list.items += 1;
    if (list.name === 'ol') list.marker = `${list.items}. `;
  }

  /** Paragraphs within an item belong to its line, and those within a heading to it. */
  #separate(name: string): void {
    if (!PARAGRAPHS.has(name)) return;
    const isWithin = this.#isInHeading || (this.#lists.length > 0 && !ITEMS.has(name));
    if (isWithin) this.#text += ' ';
    else this.#flush();
  }

  #endHeading(level: number): void {
    this.#isInHeading = false;
    const text = this.#taken();
    if (text === '') return;
    this.#add({ kind: 'heading', level, text: text.replace(/\s+/gu, ' ') });
  }

  #endList(): void {
    this.#flush();
    if (this.#lists.length > 0) this.#lists.pop();
    else this.#arranging.pop();
    if (this.#lists.length === 0) this.#endLines();
  }

  /** What follows collapsible content does not belong to its heading. */
  #endSection(): void {
    this.#flush();
    this.#add({ kind: 'heading', level: HEADINGS['summary'] ?? 7, text: '' });
  }

  #endTable(): void {
    this.#text = '';
    this.#add(...(this.#table?.blocks() ?? []));
    this.#table = null;
  }

  #flush(): void {
    const text = this.#taken();
    if (text === '') return;
    const list = this.#lists.at(-1);
    if (list) this.#lines.push(list.marker + text.replace(/\s+/gu, ' '));
    else this.#add({ kind: 'text', text, page: null });
  }

  #endLines(): void {
    if (this.#lines.length > 0) this.#add({ kind: 'list', items: this.#lines });
    this.#lines = [];
  }

  #add(...blocks: readonly ContentBlock[]): void {
    const areLinks = this.#words.inLinks && !this.#words.others;
    for (const block of blocks) {
      this.#blocks.push(block);
      if (areLinks) this.links.add(block);
    }
    Object.assign(this.#words, { inLinks: false, others: false });
  }

  #taken(): string {
    const text = this.#text.trim();
    this.#text = '';
    return text;
  }
}
