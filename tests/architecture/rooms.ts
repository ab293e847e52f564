import ts from 'typescript';

/** The source tree, with paths from its root. */
export interface Tree {
  /** Every file of the rings, with its imports as written. */
  readonly imports: ReadonlyMap<string, readonly string[]>;
  /** The files in tests/contracts. */
  readonly contracts: readonly string[];
}

const portsOf = ({ imports }: Tree): string[] =>
  [...imports.keys()].flatMap((file) => /^application\/ports\/(.+)\.ts$/.exec(file)?.slice(1) ?? []);

/** The ports without a contract. */
export const portsWithoutContract = (tree: Tree): string[] =>
  portsOf(tree).filter((port) => !tree.contracts.includes(`${port}.contract.ts`));

/** The adapter folders without a port. */
export function foldersWithoutPort(tree: Tree): string[] {
  const folders = [...tree.imports.keys()].flatMap((file) => /^adapters\/([^/]+)/.exec(file)?.slice(1) ?? []);
  const ports = portsOf(tree);
  return [...new Set(folders)].filter((folder) => !ports.includes(folder));
}

/** Depends on where the operator runs the simulator, so `bootstrap/` adds it. */
const UNLISTED = 'simulator/telephony.ts';

/** The provider declarations that the index does not list. */
export const forgottenVendors = ({ imports }: Tree): string[] =>
  [...imports.keys()].filter((file) => {
    const [, path] = /^adapters\/providers\/([a-z][^/]*\/(?:stt|tts|llm|telephony)\.ts)$/.exec(file) ?? [];
    return (
      path !== undefined && path !== UNLISTED && !imports.get('adapters/providers/index.ts')?.includes(`./${path}`)
    );
  });

/** The imports that climb more than three folders, each as `<file> imports <path>`. */
export const farImports = ({ imports }: Tree): string[] =>
  [...imports].flatMap(([file, paths]) =>
    paths.filter((path) => path.startsWith('../../../../')).map((path) => `${file} imports ${path}`),
  );

/** The lines of a source file that read the machine's clock through `Date`, which the linter cannot tell apart. */
export function clockReadings(source: string): number[] {
  // The parser is slow, and most files name no date.
  if (!source.includes('Date')) return [];
  const file = ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest);
  const lines: number[] = [];
  const visit = (node: ts.Node): void => {
    if (readsClock(node)) lines.push(file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return lines;
}

function readsClock(node: ts.Node): boolean {
  if (!ts.isNewExpression(node) && !ts.isCallExpression(node)) return false;
  const isDate = ts.isIdentifier(node.expression) && node.expression.text === 'Date';
  return isDate && (ts.isCallExpression(node) || (node.arguments ?? []).length === 0);
}
