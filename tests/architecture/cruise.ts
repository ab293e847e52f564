import { cruise, type ICruiseResult } from 'dependency-cruiser';
import extractDepcruiseOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import { fileURLToPath } from 'node:url';

/** The folders of the rings, from the inside out. */
export const rings = ['domain', 'application', 'adapters', 'bootstrap', 'tools'] as const;

/** The folders beside them that have rules of their own. */
const annexes = ['clients', 'console'] as const;

/** The root of the repository. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

export interface ImportGraph {
  /** Every file of the rings, with what it imports as it is written there. */
  readonly imports: ReadonlyMap<string, readonly string[]>;
  /** `<file> breaks <rule>`, each once, in alphabetical order. */
  readonly violations: readonly string[];
}

/** Follows every import of the rings and their annexes under this folder and holds it against the layer rules. */
export async function cruised(folder: string): Promise<ImportGraph> {
  const { output } = await cruise([...rings, ...annexes], { ...(await options()), baseDir: folder });
  const { modules, summary } = output as ICruiseResult;
  const ours = modules.filter(({ source }) => rings.some((ring) => source.startsWith(`${ring}/`)));
  return {
    imports: new Map(ours.map(({ source, dependencies }) => [source, dependencies.map(({ module }) => module)])),
    violations: [...new Set(summary.violations.map(({ from, rule }) => `${from} breaks ${rule.name}`))].toSorted(),
  };
}

/** The names of the layer rules. */
export const ruleNames = async (): Promise<string[]> =>
  ((await options()).ruleSet?.forbidden ?? []).map(({ name }) => name ?? '');

const options = () => extractDepcruiseOptions(`${root}.dependency-cruiser.cjs`);

let project: Promise<ImportGraph> | undefined;

/** The import graph of the project, read once. */
export const cruisedProject = (): Promise<ImportGraph> => (project ??= cruised(root));
