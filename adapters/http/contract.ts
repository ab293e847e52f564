import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { OpenApiValidatorOpts } from 'express-openapi-validator/dist/openapi.validator.js';
import { parse } from 'yaml';

const FILE = 'openapi.yaml';
const WRITTEN_PREFIX = '/api/v1';

/** Read once in a process, and never changed. */
let written: Contract | undefined;

/** What openapi.yaml promises, as far as we read it ourselves. */
export interface Contract {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation | undefined>>>>;
}

export interface Operation {
  readonly operationId?: string;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly responses: Readonly<Record<string, unknown>>;
}

/**
 * The contract with its routes under this prefix. It names no server: whoever reads it is talking to the right one, and
 * the paths in it are whole.
 */
export function loadContract(prefix: string): Contract {
  const document = (written ??= read());
  const paths = Object.entries(document.paths).map(([path, item]) => [underPrefix(path, prefix), item] as const);
  return { ...document, paths: Object.fromEntries(paths) };
}

/** The ids of all promised operations. */
export const operationIds = (contract: Contract): string[] =>
  Object.values(contract.paths).flatMap((item) =>
    Object.values(item).flatMap((operation) => operation?.operationId ?? []),
  );

/** The contract in the validator's own type. */
export const asApiSpec = (contract: Contract): OpenApiValidatorOpts['apiSpec'] =>
  contract as unknown as Exclude<OpenApiValidatorOpts['apiSpec'], string>;

const underPrefix = (path: string, prefix: string): string =>
  path.startsWith(`${WRITTEN_PREFIX}/`) ? prefix + path.slice(WRITTEN_PREFIX.length) : path;

function read(): Contract {
  const { servers: _servers, ...document } = parse(readFileSync(contractFile(), 'utf8')) as Contract & {
    servers: unknown;
  };
  return document;
}

/** The file at the top of the project, seen from the sources as well as from the build. */
function contractFile(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, FILE))) {
    if (folder === dirname(folder)) throw new Error(`${FILE} was not found above ${import.meta.url}`);
    folder = dirname(folder);
  }
  return join(folder, FILE);
}
