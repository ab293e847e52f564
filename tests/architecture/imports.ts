import { parseSync } from 'rolldown/utils';
import { sourcesOfRings } from './sources.ts';

/** The modules that each file of the rings imports, as written. Types count. */
export const importsOfRings = async (): Promise<ReadonlyMap<string, readonly string[]>> =>
  new Map((await sourcesOfRings()).map(([file, text]) => [file, importsIn(file, text)]));

/** What a source file imports, loads later or passes on. */
function importsIn(file: string, text: string): string[] {
  const { staticImports, staticExports, dynamicImports } = parseSync(file, text).module;
  const named = [
    ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) => entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? [])),
    ...dynamicImports.flatMap(({ moduleRequest: { start, end } }) => literal(text.slice(start, end))),
  ];
  return [...new Set(named)];
}

const literal = (expression: string): string[] => /^['"](.*)['"]$/.exec(expression)?.slice(1) ?? [];
