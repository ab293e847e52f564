import { readdir, readFile } from 'node:fs/promises';
import { assert } from 'chai';
import { parseAst } from 'rolldown/parseAst';

const CONSOLE = new URL('../../console/', import.meta.url);
const STRINGS = /(?:^|[/-])strings\.ts$/;
/** What agents say, not the console; a format that is read again. */
const ALLOWED = /^src\/pages\/(?:agents\/starter-agent|campaigns\/schedule)\.ts$/;
/** What the runtime writes, and how keys begin. */
const ALLOWED_TEXTS = new Set(['The call failed', 'vak_…']);
const SHOWN =
  /^(?:aria-label|aria-description|aria-roledescription|title|placeholder|label|hint|lead|alt|caption|unit)$/;
const WORD = /\p{L}{2}/u;
const SENTENCE = /^\p{Lu}\p{Ll}+ \p{Ll}/u;
const LOCALE_METHOD = /^toLocale(?:Date|Time)?String$/;
/** What texts may be made with: other texts, formats, and types. */
const MATERIAL = /strings\.ts$|\/format\.ts$|\/translated\.ts$/;

interface Node {
  readonly type: string;
  readonly value?: unknown;
  readonly [part: string]: unknown;
}

const isNode = (part: unknown): part is Node => typeof part === 'object' && part !== null && 'type' in part;

/** All nodes of a syntax tree, but not what is thrown. */
function* nodesOf(node: Node): Generator<Node> {
  yield node;
  if (node.type === 'ThrowStatement') return;
  for (const part of Object.values(node).flat()) if (isNode(part)) yield* nodesOf(part);
}

const nameOf = (part: unknown): string => (isNode(part) ? String(part['name']) : '');
const textOf = (part: unknown): string => (isNode(part) && typeof part.value === 'string' ? part.value : '');

const sentence = (text: string): string | null => (SENTENCE.test(text) ? text : null);

/** What nodes show that is in one language only, by their types. */
const FINDERS: Readonly<Record<string, (node: Node) => string | null>> = {
  JSXText: (node) => (WORD.test(textOf(node)) ? textOf(node).trim() : null),
  JSXAttribute: ({ name, value }) => (SHOWN.test(nameOf(name)) && WORD.test(textOf(value)) ? textOf(value) : null),
  Literal: (node) => sentence(textOf(node)),
  TemplateElement: ({ value }) => sentence((value as { readonly raw: string }).raw),
  MemberExpression: ({ property }) => (LOCALE_METHOD.test(nameOf(property)) ? nameOf(property) : null),
  NewExpression({ callee, arguments: given }) {
    const [locale] = given as readonly Node[];
    const isIntl = isNode(callee) && nameOf(callee['object']) === 'Intl';
    return isIntl && textOf(locale) !== '' ? `Intl for ${textOf(locale)}` : null;
  },
};

async function sourcesOf(folder: string): Promise<(readonly [file: string, tree: Node])[]> {
  const names = await readdir(new URL(folder, CONSOLE), { recursive: true });
  const files = names.filter((name) => /\.tsx?$/.test(name)).map((name) => folder + name);
  return Promise.all(
    files.map(async (file) => {
      const source = await readFile(new URL(file, CONSOLE), 'utf8');
      return [file, parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' }) as unknown as Node] as const;
    }),
  );
}

/** Texts in code, each with its file. */
const textsIn = (file: string, tree: Node): string[] =>
  [...nodesOf(tree)].flatMap((node) => {
    const text = FINDERS[node.type]?.(node) ?? null;
    return text === null || ALLOWED_TEXTS.has(text) ? [] : [`${file}: ${text}`];
  });

describe('the texts of the console', () => {
  it('stand in strings modules, which have translations, and not in code', async () => {
    const sources = await sourcesOf('src/');
    assert.isAbove(sources.length, 200);
    const code = sources.filter(([file]) => !STRINGS.test(file) && !ALLOWED.test(file));
    assert.deepEqual(
      code.flatMap(([file, tree]) => textsIn(file, tree)),
      [],
    );
  });

  it('are made with formats and other texts alone: code would look for texts before they are loaded', async () => {
    const texts = [
      ...(await sourcesOf('src/')).filter(([file]) => STRINGS.test(file)),
      ...(await sourcesOf('messages/')),
    ];
    const imports = texts.flatMap(([file, tree]) =>
      [...nodesOf(tree)]
        .filter(({ type, importKind }) => type === 'ImportDeclaration' && importKind !== 'type')
        .map(({ source }) => `${file} imports ${textOf(source)}`),
    );
    assert.isNotEmpty(imports);
    assert.deepEqual(
      imports.filter((each) => !MATERIAL.test(each)),
      [],
    );
  });

  it('are found by this check wherever they stand', () => {
    const source = `
      const a = <p title="Hello there">Good morning</p>;
      const b = <Select label="Agent" value={x} />;
      const c = \`No more \${x}\`;
      const d = x.toLocaleString() + new Intl.NumberFormat('en').format(x);
      throw new Error('Only for the log');`;
    const found = textsIn('page.tsx', parseAst(source, { lang: 'tsx' }) as unknown as Node);
    assert.sameMembers(
      [...new Set(found)],
      ['Hello there', 'Good morning', 'Agent', 'No more ', 'toLocaleString', 'Intl for en'].map(
        (text) => `page.tsx: ${text}`,
      ),
    );
  });
});
