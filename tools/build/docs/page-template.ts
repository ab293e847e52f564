import { htmlFileOf, type PageGroup } from './documentation-pages.ts';
import { escapeHtml, type PageSection } from './markdown-html.ts';

/** A page of the site, without its frame. */
export interface SitePage {
  /** The file, from the root of the site. */
  readonly file: string;
  readonly title: string;
  readonly html: string;
  readonly sections: readonly PageSection[];
}

/** The whole HTML of a page, for a site with these groups of pages. */
export function framed({ file, title, html, sections }: SitePage, groups: readonly PageGroup[]): string {
  const base = '../'.repeat(file.split('/').length - 1);
  return `<!doctype html>
<html lang="en" data-base="${base}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} – Voice agent platform</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${base}style.css">
<script src="${base}page.js" defer></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
<a class="home" href="${base}index.html">Voice agent platform</a>
<form class="search" role="search" hidden>
<label for="query">Search</label>
<input id="query" type="search" autocomplete="off" spellcheck="false" aria-controls="results">
<div id="results" hidden><p role="status"></p><ol></ol></div>
</form>
</header>
<details class="pages" open>
<summary>Pages</summary>
<script>document.currentScript.parentElement.open = matchMedia("(min-width: 60rem)").matches</script>
<nav aria-label="Pages">
${groups.map((group) => groupHtml(group, file, base, sections)).join('\n')}
</nav>
</details>
<main id="content" tabindex="-1">
${html}</main>
</body>
</html>
`;
}

function groupHtml({ name, pages }: PageGroup, file: string, base: string, sections: readonly PageSection[]): string {
  const items = pages.map(({ title, path }) => {
    const target = htmlFileOf(path);
    const link = `<a href="${base}${target}"${target === file ? ' aria-current="page"' : ''}>${escapeHtml(title)}</a>`;
    return `<li>${link}${target === file ? contentsHtml(sections) : ''}</li>`;
  });
  return `<h2>${escapeHtml(name)}</h2>\n<ul>\n${items.join('\n')}\n</ul>`;
}

/** The main headings of the page itself. */
function contentsHtml(sections: readonly PageSection[]): string {
  const main = sections.filter(({ level }) => level === 2);
  if (main.length === 0) return '';
  const items = main.map(({ id, heading }) => `<li><a href="#${id}">${escapeHtml(heading)}</a></li>`);
  return `<ul>${items.join('')}</ul>`;
}
