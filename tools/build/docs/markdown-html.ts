import { marked } from 'marked';

/** Where the links and images of a page lead in the site. */
export interface LinkTargets {
  link(href: string): string;
  image(href: string): string;
}

/** A page as HTML. */
export interface RenderedPage {
  readonly html: string;
  readonly sections: readonly PageSection[];
}

/** What is between a heading, or a paragraph that begins with a term in bold, and the next one. */
export interface PageSection {
  readonly id: string;
  /** Null: it begins with a paragraph. */
  readonly level: number | null;
  readonly heading: string;
  /** The heading above the paragraph. */
  readonly within: string | null;
  /** Without the heading, and without the rows. */
  readonly text: string;
  /** What its list items begin with, where that is set off: the names that they explain. */
  readonly names: string;
  readonly rows: readonly TableRow[];
}

/** A row of a table. It explains what is in its first cell. */
interface TableRow {
  readonly id: string;
  readonly term: string;
  readonly text: string;
}

/** A page of Markdown in GitHub's dialect, with GitHub's ids of headings. */
export function renderMarkdown(markdown: string, targets: LinkTargets): RenderedPage {
  const ids = new Map<string, number>();
  const renderer = new marked.Renderer();
  renderer.heading = (text, level, raw) => {
    const id = uniqueId(slugOf(raw), ids);
    return `<h${level} id="${id}">${text}<a class="anchor" href="#${id}" aria-label="Link to this section"></a></h${level}>\n`;
  };
  renderer.link = (href, _title, text) => `<a href="${escapeHtml(targets.link(href))}">${text}</a>`;
  renderer.image = (href, _title, text) => `<img src="${escapeHtml(targets.image(href))}" alt="${text}">`;
  renderer.paragraph = (text) => {
    const term = textOf(LEAD.exec(text)?.[1] ?? '');
    return term === '' ? `<p>${text}</p>\n` : `<p id="${uniqueId(`lead-${slugOf(term)}`, ids)}">${text}</p>\n`;
  };
  renderer.tablerow = (cells) => {
    const term = textOf(FIRST_CELL.exec(cells)?.[1] ?? '');
    const slug = term.length > TERM_MAX ? '' : slugOf(term);
    return slug === '' ? `<tr>${cells}</tr>\n` : `<tr id="${uniqueId(`row-${slug}`, ids)}">${cells}</tr>\n`;
  };
  // What may be wider than the page scrolls in a box that the keyboard reaches.
  renderer.code = (code) => `<pre tabindex="0"><code>${escapeHtml(code)}</code></pre>\n`;
  renderer.table = (header, body) =>
    `<div class="wide" tabindex="0"><table><thead>${header}</thead><tbody>${body}</tbody></table></div>\n`;
  const html = marked.parse(markdown, { gfm: true, mangle: false, headerIds: false, renderer });
  return { html, sections: sectionsOf(html) };
}

/** The id that GitHub gives a heading. */
export const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

function uniqueId(slug: string, ids: Map<string, number>): string {
  const earlier = ids.get(slug) ?? 0;
  ids.set(slug, earlier + 1);
  return earlier === 0 ? slug : `${slug}-${earlier}`;
}

const HEADING = /^<h([1-6]) id="([^"]*)">/;
/** The term with which a paragraph begins: `**Retries.** A contact …`. */
const LEAD = /^<strong>([^<>]{1,60})<\/strong>/;
const PARAGRAPH = /^<p id="([^"]*)">/;

/** The first cell of a row that is not a heading. */
const FIRST_CELL = /^\s*<td[^<>]*>([^]*?)<\/td>/;
/** Longer first cells are sentences. */
const TERM_MAX = 80;

function sectionsOf(html: string): PageSection[] {
  let above = '';
  return html.split(/(?=<h[1-6] id="|<p id=")/).flatMap((part) => {
    const section = part.startsWith('<p') ? leadSection(part, above) : headedSection(part);
    if (section?.within === null) above = section.heading;
    return section ?? [];
  });
}

function headedSection(part: string): PageSection | null {
  const [opening, level, id] = HEADING.exec(part) ?? [];
  if (opening === undefined || id === undefined) return null;
  const [heading = '', content = ''] = part.slice(opening.length).split(`</h${level}>`);
  return { id, level: Number(level), heading: textOf(heading), within: null, ...contentOf(content) };
}

function leadSection(part: string, within: string): PageSection | null {
  const [opening, id] = PARAGRAPH.exec(part) ?? [];
  if (opening === undefined || id === undefined) return null;
  const [term = '', ...content] = part.slice(opening.length).split('</strong>');
  const heading = textOf(term).replace(/[.:]$/, '');
  return { id, level: null, heading, within, ...contentOf(content.join('</strong>')) };
}

/** The text of a section without the rows of its tables, and these. */
function contentOf(html: string): Pick<PageSection, 'text' | 'names' | 'rows'> {
  const [first = '', ...rows] = html.split(/(?=<tr id=")/);
  return {
    text: textOf([first, ...rows.map((row) => row.split('</tr>').slice(1).join(' '))].join(' ')),
    names: Array.from(html.matchAll(NAMED), ([, name = '']) => textOf(name)).join(' '),
    rows: rows.map(rowOf),
  };
}

/** A list item that begins with what it explains. */
const NAMED = /<li>\s*(?:<p[^<>]*>)?<(?:code|strong)>([^<>]*)</g;

function rowOf(html: string): TableRow {
  const [row = ''] = html.split('</tr>');
  const [, id = ''] = /^<tr id="([^"]*)">/.exec(row) ?? [];
  const [term = '', ...cells] = row.split('</td>');
  const others = cells.map(textOf).filter((text) => text !== '');
  return { id, term: textOf(term), text: others.join(' · ') };
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

const textOf = (html: string): string =>
  html
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name] ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** A text within HTML, also within an attribute. */
export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
