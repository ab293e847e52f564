import { cruise, type ICruiseResult } from 'dependency-cruiser';
import extractDepcruiseOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import { fileURLToPath } from 'node:url';

/** The folders of the rings, from the inside out. */
export const rings = ['domain', 'application', 'adapters', 'bootstrap', 'tools'] as const;

/** Other folders with import rules. */
const annexes = ['clients', 'console'] as const;

/** The root of the repository. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

export interface ImportGraph {
  /** Every file of the rings, with its imports as written. */
  readonly imports: ReadonlyMap<string, readonly string[]>;
  /** `<file> breaks <rule>`, each once, in alphabetical order. */
  readonly violations: readonly string[];
}

/** Checks every import of these folders against the import rules; without them, of the rings and annexes below `folder`. */
export async function cruised(
  folder: string,
  folders: readonly string[] = [...rings, ...annexes],
): Promise<ImportGraph> {
  const { output } = await cruise([...folders], { ...(await options()), baseDir: folder });
  const { modules, summary } = output as ICruiseResult;
  const ours = modules.filter(({ source }) => rings.some((ring) => source.startsWith(`${ring}/`)));
  return {
    imports: new Map(ours.map(({ source, dependencies }) => [source, dependencies.map(({ module }) => module)])),
    violations: [...new Set(summary.violations.map(({ from, rule }) => `${from} breaks ${rule.name}`))].toSorted(),
  };
}

/** The names of the import rules. */
export const ruleNames = async (): Promise<string[]> =>
  ((await options()).ruleSet?.forbidden ?? []).map(({ name }) => name ?? '');

const options = () => extractDepcruiseOptions(`${root}.dependency-cruiser.cjs`);

let project: Promise<ImportGraph> | undefined;

/** The import graph of the project, read once. */
export const cruisedProject = (): Promise<ImportGraph> => (project ??= cruised(root));
