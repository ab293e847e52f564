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

/** What is between a heading and the next one. */
export interface PageSection {
  readonly id: string;
  readonly level: number;
  readonly heading: string;
  /** Without the heading. */
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

const sectionsOf = (html: string): PageSection[] =>
  html.split(/(?=<h[1-6] id=")/).flatMap((part) => {
    const [opening, level, id] = HEADING.exec(part) ?? [];
    if (opening === undefined || id === undefined) return [];
    const [heading = '', content = ''] = part.slice(opening.length).split(`</h${level}>`);
    return [{ id, level: Number(level), heading: textOf(heading), text: textOf(content) }];
  });

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
