import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { assert } from 'chai';
import { ROOT } from './pages.ts';

/** Sections of SECURITY.md without claims, or about what is not protected. All others must prove their claims. */
const WITHOUT_CLAIMS = [
  'Security',
  'Report a vulnerability',
  'What is worth protecting',
  'Who is trusted with what',
  'What you have to do',
  'What is not protected against',
];

interface Claim {
  /** The nearest heading of the first or second level. */
  readonly section: string;
  /** A paragraph, a list item or a row of a table. */
  readonly text: string;
}

const HEADING = /^(#+) (.+)$/;
const ITEM = /^(?:[-*]|\d+\.) /;
const TABLE_FRAME = /^\|[ :|-]+\|$/;

/** All paragraphs, list items and table rows of a page. The first row of a table, which names the columns, is none. */
function claimsOf(text: string): Claim[] {
  const claims: Claim[] = [];
  let section = '';
  for (const block of text.split(/\n\s*\n/)) {
    const lines = block.split('\n').filter((line) => {
      const [, level = '', title = ''] = HEADING.exec(line) ?? [];
      if (level === '#' || level === '##') section = title;
      return level === '' && line.trim() !== '';
    });
    const isTable = lines.some((line) => TABLE_FRAME.test(line));
    const texts = isTable ? lines.filter((line) => !TABLE_FRAME.test(line)).slice(1) : joinedItems(lines);
    claims.push(...texts.map((each) => ({ section, text: each })));
  }
  return claims;
}

/** List items with the lines that continue them; lines without an item make one paragraph. */
function joinedItems(lines: readonly string[]): string[] {
  const items: string[] = [];
  for (const line of lines) {
    if (ITEM.test(line.trimStart()) || items.length === 0) items.push(line.trim());
    else items.push(`${items.pop()} ${line.trim()}`);
  }
  return items;
}

const TEST_LINK = /\]\((tests\/[^)#]+\.(?:test|realtime|distributed)\.ts)\)/g;
const testsOf = (text: string): string[] => Array.from(text.matchAll(TEST_LINK), ([, path = '']) => path);

/** Claims of a page without a test. */
const unproven = (text: string): Claim[] =>
  claimsOf(text).filter((claim) => !WITHOUT_CLAIMS.includes(claim.section) && testsOf(claim.text).length === 0);

/** Tests that a page links to and that do not exist. */
const missingTests = (text: string): string[] => testsOf(text).filter((path) => !existsSync(ROOT + path));

describe('claims of SECURITY.md', () => {
  let page: string;
  before(async () => {
    page = await readFile(`${ROOT}SECURITY.md`, 'utf8');
  });

  it('link to a test each', () => {
    assert.deepEqual(unproven(page), []);
  });

  it('link only to existing tests', () => {
    assert.isAbove(testsOf(page).length, 50);
    assert.deepEqual(missingTests(page), []);
  });

  it('are absent only from existing sections', () => {
    const sections = new Set(claimsOf(page).map(({ section }) => section));
    assert.includeMembers([...sections], WITHOUT_CLAIMS);
    assert.isAbove(sections.size, WITHOUT_CLAIMS.length);
  });

  it('are found in paragraphs, list items and table rows', () => {
    const link = '([test](tests/docs/links.test.ts))';
    const text = [
      '# Security\n\nAn introduction.',
      `## Keys\n\nA paragraph\nof two lines.\n\nA paragraph with proof ${link}.`,
      `- An item\n  of two lines.\n- An item with proof\n  ${link}.\n  - An item within.`,
      `### Strength\n\n| Key | Opens |\n| --- | :-: |\n| A | all |\n| B | none ${link} |`,
      '## What you have to do\n\nSet the keys.',
    ].join('\n\n');
    assert.deepEqual(
      unproven(text).map((claim) => `${claim.section}: ${claim.text}`),
      [
        'Keys: A paragraph of two lines.',
        'Keys: - An item of two lines.',
        'Keys: - An item within.',
        'Keys: | A | all |',
      ],
    );
    assert.deepEqual(missingTests(`${link} [gone](tests/docs/gone.test.ts)`), ['tests/docs/gone.test.ts']);
  });
});
