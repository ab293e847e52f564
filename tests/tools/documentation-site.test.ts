import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { runInNewContext } from 'node:vm';
import { assert } from 'chai';
import { renderMarkdown, slugOf } from '../../tools/build/docs/markdown-html.ts';
import { navigationOf, readDocumentation } from '../../tools/build/docs/documentation-pages.ts';
import { writeDocs } from '../../tools/build/docs/write-docs.ts';
import { root } from '../architecture/cruise.ts';
import { temporaryDirectory } from '../support/temporary.ts';

const ELSEWHERE = /^[a-z]+:/;
const NOWHERE = { link: (href: string) => href, image: (href: string) => href };

/** A page of the site: where its links lead, what it loads, and the places in it that links can name. */
interface BuiltPage {
  readonly links: readonly string[];
  readonly loaded: readonly string[];
  readonly ids: readonly string[];
  readonly headings: number;
}

/** Quotation marks of the content are entities, so that all of these are attributes. */
async function builtPage(file: string): Promise<BuiltPage> {
  const html = await readFile(file, 'utf8');
  const values = (pattern: RegExp): string[] => Array.from(html.matchAll(pattern), ([, value = '']) => value);
  return {
    links: values(/<a [^>]*href="([^"]*)"/g),
    loaded: [...values(/<(?:script|img) [^>]*src="([^"]*)"/g), ...values(/<link [^>]*href="([^"]*)"/g)],
    ids: values(/ id="([^"]*)"/g),
    headings: values(/<(h1)[ >]/g).length,
  };
}

describe('the documentation site', () => {
  const pages = new Map<string, BuiltPage>();
  let files: string[];
  let index: string;
  before(async () => {
    const directory = await temporaryDirectory();
    const place = join(directory, 'docs');
    await writeDocs(root, place);
    const entries = await readdir(place, { recursive: true, withFileTypes: true });
    files = entries
      .filter((entry) => entry.isFile())
      .map((entry) => posix.relative(place, join(entry.parentPath, entry.name)));
    index = await readFile(join(place, 'search-index.js'), 'utf8');
    for (const file of files.filter((name) => name.endsWith('.html')))
      pages.set(file, await builtPage(join(place, file)));
  });

  it('has a page for each page of the repository, with one title', async () => {
    assert.includeMembers(files, ['index.html', 'agents.html', 'security.html', 'contributing.html', 'changelog.html']);
    assert.isAtLeast(pages.size, (await readDocumentation(root)).length);
    for (const [file, { headings }] of pages) assert.equal(headings, 1, file);
  });

  it('leads from each link to a page and a place that exist', () => {
    const broken = [...pages].flatMap(([file, { links }]) =>
      links
        .filter((href) => !ELSEWHERE.test(href))
        .filter((href) => {
          const [path = '', id] = href.split('#');
          const target = pages.get(path === '' ? file : posix.join(posix.dirname(file), path));
          return target === undefined || (id !== undefined && !target.ids.includes(id));
        })
        .map((href) => `${file}: ${href}`),
    );
    assert.deepEqual(broken, []);
  });

  it('loads nothing from elsewhere, and only what is there', () => {
    for (const [file, { loaded }] of pages)
      for (const source of loaded.filter((each) => !each.startsWith('data:'))) {
        assert.notMatch(source, ELSEWHERE, file);
        assert.include(files, posix.join(posix.dirname(file), source));
      }
  });

  it('has every page in its navigation, once', async () => {
    const documentation = await readDocumentation(root);
    const listed = navigationOf(documentation[0]!).flatMap((group) => group.pages.map(({ path }) => path));
    const expected = documentation.map(({ path }) => path).filter((path) => path !== 'README.md');
    assert.sameMembers(listed, expected, 'the table under “Documentation” of README.md');
    assert.equal(new Set(listed).size, listed.length);
  });

  it('has every section in its search, at a place that exists', () => {
    const { documentationSections: sections } = runInNewContext(`${index}; globalThis`) as {
      documentationSections: { url: string; section?: string; heading: string; text: string }[];
    };
    assert.isAbove(sections.length, 150);
    for (const { url } of sections) {
      const [file = '', id] = url.split('#');
      assert.isTrue(id === undefined ? pages.has(file) : pages.get(file)?.ids.includes(id), url);
    }
    assert.exists(sections.find(({ heading, url }) => heading === 'Doctor' && url === 'operations.html#doctor'));
    const row = sections.find(({ heading, section }) => heading === 'stores' && section === 'Doctor');
    assert.deepEqual(
      [row?.url, row?.text.includes('decrypts the stored vendor keys')],
      ['operations.html#row-stores', true],
    );
  });
});

describe('documentation site of faulty pages', () => {
  /** A repository with this README and this page. */
  async function repository(readme: string, page = '# A page\n'): Promise<string> {
    const directory = await temporaryDirectory();
    const contents = {
      'README.md': readme,
      'docs/a.md': page,
      'SECURITY.md': '# S\n',
      'CONTRIBUTING.md': '# C\n',
      'CHANGELOG.md': '# L\n',
    };
    for (const [file, text] of Object.entries(contents)) {
      await mkdir(dirname(join(directory, file)), { recursive: true });
      await writeFile(join(directory, file), text);
    }
    return directory;
  }

  const README = '# Home\n\n## Documentation\n\n| | Pages |\n| - | - |\n| All | [A](docs/a.md) |\n';

  it('is not written for a link that leads nowhere, and what was there stays', async () => {
    const directory = await repository(README, '# A page\n\n[gone](gone.md) ![none](../none.png)\n');
    const place = join(directory, 'dist/docs');
    await mkdir(place, { recursive: true });
    await writeFile(join(place, 'index.html'), 'the last one');
    await writeDocs(directory, place).then(
      () => assert.fail('it was written'),
      (error: Error) =>
        assert.equal(error.message, 'Links that lead nowhere:\n  docs/a.md: docs/gone.md\n  docs/a.md: none.png'),
    );
    assert.equal(await readFile(join(place, 'index.html'), 'utf8'), 'the last one');
    assert.deepEqual(await readdir(join(directory, 'dist')), ['docs']);
  });

  it('is not written without a navigation or a title', async () => {
    for (const [readme, page, message] of [
      ['# Home\n', '# A page\n', /README\.md has no table under the heading “Documentation”/],
      [README, 'No title\n', /docs\/a\.md has no title/],
    ] as const) {
      const directory = await repository(readme, page);
      const error = await writeDocs(directory, join(directory, 'dist/docs')).then(() => null, String);
      assert.match(error ?? '', message);
    }
  });
});

describe('Markdown of the documentation', () => {
  it('names headings as GitHub does, also those that repeat', () => {
    const { html, sections } = renderMarkdown(
      '# `a` & b\n\n## End of the caller’s turn\n\nx\n\n## It\n\n## It\n',
      NOWHERE,
    );
    assert.deepEqual(
      sections.map(({ id }) => id),
      ['a--b', 'end-of-the-callers-turn', 'it', 'it-1'],
    );
    assert.include(html, '<h1 id="a--b"><code>a</code> &amp; b');
    assert.equal(slugOf('5 % of `X_Y`'), '5--of-x_y');
  });

  it('gives rows and paragraphs that begin with a term a place of their own, apart from their section', () => {
    const { html, sections } = renderMarkdown(
      '# T\n\nIntro.\n\n| Name | Meaning |\n| - | - |\n| `A_B` | one |\n| A_B | two |\n\nAfter.\n\n**Retries.** Again.\n\n- `x`: y\n',
      NOWHERE,
    );
    const [section, lead] = sections;
    assert.deepInclude(section, { heading: 'T', text: 'Intro. Name Meaning After.', within: null });
    assert.deepEqual(section!.rows, [
      { id: 'row-a_b', term: 'A_B', text: 'one' },
      { id: 'row-a_b-1', term: 'A_B', text: 'two' },
    ]);
    assert.deepInclude(lead, {
      id: 'lead-retries',
      level: null,
      heading: 'Retries',
      within: 'T',
      text: 'Again. x : y',
      names: 'x',
    });
    for (const id of ['row-a_b', 'row-a_b-1', 'lead-retries']) assert.include(html, ` id="${id}"`);
  });

  it('keeps code as it is, and tells the search its words', () => {
    const { html, sections } = renderMarkdown(
      '# T\n\n```sh\necho "<b>" && exit\n```\n\nA **bold** & `<i>` word.\n',
      NOWHERE,
    );
    assert.include(html, '<code>echo &quot;&lt;b&gt;&quot; &amp;&amp; exit</code>');
    assert.equal(sections[0]!.text, 'echo "<b>" && exit A bold & <i> word.');
  });
});
