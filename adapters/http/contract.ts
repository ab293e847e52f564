import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { OpenApiValidatorOpts } from 'express-openapi-validator/dist/openapi.validator.js';
import { parse } from 'yaml';

/** As it is written, and as the build leaves it beside the program. */
const FILES = ['openapi.json', 'openapi.yaml'];
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const WRITTEN_PREFIX = '/api/v1';

/** Read once in a process, and never changed; so are those with their routes under a prefix, by that. */
let written: Contract | undefined;
const prefixed = new Map<string, Contract>();

/** What openapi.yaml promises, as far as we read it ourselves. */
export interface Contract {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly security: readonly Requirement[];
  readonly components: { readonly parameters: Readonly<Record<string, Parameter>> };
}

/** What one path has: operations by method, and among them parameters that they share. */
export type PathItem = Readonly<Record<string, Operation | undefined>>;

export interface Operation {
  readonly operationId?: string;
  readonly tags?: readonly string[];
  /** Credentials, where they are others than the contract asks for in general. */
  readonly security?: readonly Requirement[];
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: unknown;
  readonly responses: Readonly<Record<string, unknown>>;
}

/** Names of the schemes whose credentials are all needed. */
export type Requirement = Readonly<Record<string, unknown>>;

export interface Parameter {
  readonly in: string;
  readonly schema?: Readonly<Record<string, unknown>>;
}

export interface Reference {
  readonly $ref: string;
}

/**
 * The contract with its routes under this prefix. It names no server: whoever reads it is talking to the right one, and
 * the paths in it are whole. The same prefix has the same one.
 */
export function loadContract(prefix: string): Contract {
  const known = prefixed.get(prefix);
  if (known) return known;
  const document = (written ??= read());
  const paths = Object.entries(document.paths).map(([path, item]) => [underPrefix(path, prefix), item] as const);
  const contract = { ...document, paths: Object.fromEntries(paths) };
  prefixed.set(prefix, contract);
  return contract;
}

/** The ids of all promised operations. */
export const operationIds = (contract: Contract): string[] =>
  operationsOf(contract).flatMap(({ operation }) => operation.operationId ?? []);

/** All promised operations, each with what its path has. */
export const operationsOf = ({ paths }: Contract): { readonly operation: Operation; readonly item: PathItem }[] =>
  Object.values(paths).flatMap((item) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation ? [{ operation, item }] : [];
    }),
  );

/** The methods that a path of the contract has. */
export const methodsOf = (item: PathItem): string[] => METHODS.filter((method) => Object.hasOwn(item, method));

/** The contract in the validator's own type. */
export const asApiSpec = (contract: Contract): OpenApiValidatorOpts['apiSpec'] =>
  contract as unknown as Exclude<OpenApiValidatorOpts['apiSpec'], string>;

const underPrefix = (path: string, prefix: string): string =>
  path.startsWith(`${WRITTEN_PREFIX}/`) ? prefix + path.slice(WRITTEN_PREFIX.length) : path;

function read(): Contract {
  const file = contractFile();
  const text = readFileSync(file, 'utf8');
  const whole = (file.endsWith('.json') ? JSON.parse(text) : parse(text)) as Contract & { servers: unknown };
  const { servers: _servers, ...document } = whole;
  return document;
}

/** The file at the top of the project, seen from the sources as well as from the build. */
function contractFile(): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    const found = FILES.map((name) => join(folder, name)).find(existsSync);
    if (found !== undefined) return found;
    if (folder === dirname(folder)) throw new Error(`${FILES[1]} was not found above ${import.meta.url}`);
  }
}
