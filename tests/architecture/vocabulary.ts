import { basename } from 'node:path';
import ts from 'typescript';
import type { Source } from './sources.ts';

/** Something a file names or says, and its line. */
export interface Term {
  readonly text: string;
  readonly line: number;
}

/** The names and the prose of one source file. */
export interface Terms {
  readonly file: string;
  /** Declared identifiers, without those in snake_case, which are names on the wire. */
  readonly names: readonly (Term & { readonly isExposed: boolean })[];
  /** Interfaces, type aliases, classes and enums. */
  readonly types: readonly (Term & { readonly isExported: boolean })[];
  readonly comments: readonly Term[];
  /** String literals and JSX texts that hold a space. */
  readonly strings: readonly Term[];
  /** What `describe`, `it` and contracts call their tests. */
  readonly titles: readonly (Term & { readonly of: string })[];
}

const TESTERS = new Set(['describe', 'it', 'describeServed']);
const SNAKE_CASE = /^[a-z\d]+(_[a-z\d]+)+$/;
const COMMENT = /\/\*[^]*?\*\/|\/\/[^\n]*/g;

/** Reads one file with the TypeScript parser. */
export function termsOf([file, text]: Source): Terms {
  const kind = /\.[tj]sx$/.test(file) ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
  const found = { names: [] as Terms['names'][number][], types: [] as Terms['types'][number][], strings: [] as Term[] };
  const titles: Terms['titles'][number][] = [];
  const opaque: (readonly [from: number, to: number])[] = [];
  const termAt = (node: ts.Node, content: string): Term => ({
    text: content,
    line: source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1,
  });
  const visit = (node: ts.Node): void => {
    const name = declaredName(node);
    if (name && !SNAKE_CASE.test(name.text))
      found.names.push({ ...termAt(name, name.text.replace(/^#/, '')), isExposed: isExposed(node) });
    if (name && isType(node))
      found.types.push({ ...termAt(name, name.text), isExported: /^export\b/.test(node.getText(source)) });
    if (isText(node)) {
      opaque.push([node.getStart(source), node.end]);
      const title = titleOf(node);
      if (title !== null) titles.push({ ...termAt(node, node.text), of: title });
      else if (/\S\s+\S/.test(node.text)) found.strings.push(termAt(node, node.text));
    } else if (ts.isRegularExpressionLiteral(node)) opaque.push([node.getStart(source), node.end]);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { file, ...found, titles, comments: commentsOf(text, opaque) };
}

type Text =
  | ts.StringLiteral
  | ts.NoSubstitutionTemplateLiteral
  | ts.TemplateHead
  | ts.TemplateMiddle
  | ts.TemplateTail
  | ts.JsxText;

const isText = (node: ts.Node): node is Text =>
  ts.isStringLiteralLike(node) ||
  ts.isTemplateHead(node) ||
  ts.isTemplateMiddle(node) ||
  ts.isTemplateTail(node) ||
  ts.isJsxText(node);

const isType = (node: ts.Node): boolean =>
  ts.isInterfaceDeclaration(node) ||
  ts.isTypeAliasDeclaration(node) ||
  ts.isClassLike(node) ||
  ts.isEnumDeclaration(node);

/** Whether other files can see a declaration: exported, or a public member of an exported type. */
function isExposed(declaration: ts.Node): boolean {
  if (ts.isPrivateIdentifier((declaration as ts.NamedDeclaration).name ?? declaration)) return false;
  let node = declaration;
  while (!ts.isSourceFile(node.parent)) {
    node = node.parent;
    if (ts.isFunctionLike(node) || ts.isBlock(node)) return false;
  }
  return ts.canHaveModifiers(node) && !!node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
}

/** The name that a declaration gives. Null without one, and where another declaration decides it. */
function declaredName(node: ts.Node): ts.Identifier | ts.PrivateIdentifier | null {
  const { name } = node as Partial<ts.NamedDeclaration>;
  if (!name || !(ts.isIdentifier(name) || ts.isPrivateIdentifier(name))) return null;
  return isNamedElsewhere(node) ? null : name;
}

const isNamedElsewhere = (node: ts.Node): boolean =>
  ts.isImportSpecifier(node) ||
  ts.isExportSpecifier(node) ||
  ts.isPropertyAssignment(node) ||
  ts.isShorthandPropertyAssignment(node) ||
  ts.isPropertyAccessExpression(node) ||
  (ts.isMethodDeclaration(node) && ts.isObjectLiteralExpression(node.parent)) ||
  (ts.isBindingElement(node) && node.propertyName === undefined && ts.isObjectBindingPattern(node.parent));

/** The function whose test this text is the title of; null where it is none. */
function titleOf(node: Text): string | null {
  const holder = ts.isTemplateHead(node) ? node.parent : node;
  const { parent } = holder;
  if (ts.isCallExpression(parent) && parent.arguments[0] === holder) {
    const tester = parent.expression.getText().replace(/\.(only|skip)$/, '');
    return TESTERS.has(tester) ? tester : null;
  }
  const isKey = (ts.isPropertyAssignment(parent) || ts.isMethodDeclaration(parent)) && parent.name === holder;
  return isKey && node.getSourceFile().fileName.endsWith('.contract.ts') ? 'it' : null;
}

/** The comments of a source, each with its words on one line. `opaque` are the ranges of texts and patterns. */
function commentsOf(text: string, opaque: readonly (readonly [number, number])[]): Term[] {
  const letters = text.split('');
  for (const [from, to] of opaque) for (let at = from; at < to; at++) if (letters[at] !== '\n') letters[at] = ' ';
  return Array.from(letters.join('').matchAll(COMMENT), ({ 0: comment, index }) => ({
    text: comment.replaceAll(/\s*\n\s*\*?\s*/g, ' '),
    line: text.slice(0, index).split('\n').length,
  }));
}

/** The words of a name in camelCase, kebab-case or UPPER_CASE. */
export const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/([a-z\d])([A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$1$3 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '');

/** A file's name without its extensions, as `rooms` of `tests/architecture/rooms.test.ts`. */
export const stemOf = (file: string): string => basename(file).replace(/\..*$/, '');

/** The items whose key another one has too, by that key. */
export function repeated<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return new Map([...groups].filter(([, members]) => members.length > 1));
}
