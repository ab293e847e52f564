import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

/** The source file, and the file the build writes. */
const FILES = ['openapi.json', 'openapi.yaml'];
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const WRITTEN_PREFIX = '/api/v1';

/** The parsed contract, read once per process, and its copies by prefix. */
let written: Contract | undefined;
const prefixed = new Map<string, Contract>();

/** The part of openapi.yaml that this server reads. */
export interface Contract {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly security: readonly Requirement[];
  readonly components: {
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly requestBodies: Readonly<Record<string, RequestBody>>;
  };
}

/** A body by its media types. */
interface RequestBody {
  readonly content: Readonly<Record<string, unknown>>;
}

/** The operations of a path by method, and their shared parameters. */
export type PathItem = Readonly<Record<string, Operation | undefined>>;

export interface Operation {
  readonly operationId?: string;
  readonly tags?: readonly string[];
  /** Security requirements that override the contract's default. */
  readonly security?: readonly Requirement[];
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: RequestBody | Reference;
  readonly responses: Readonly<Record<string, unknown>>;
}

/** Schemes that are all required. */
export type Requirement = Readonly<Record<string, unknown>>;

export interface Parameter {
  readonly in: string;
  readonly schema?: Readonly<Record<string, unknown>>;
}

export interface Reference {
  readonly $ref: string;
}

/**
 * The contract with its routes under this prefix, cached. It has no servers, because its paths are complete and the
 * client already reached this one.
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

/** What is prepared from a contract once per process, because that takes long. */
export function oncePerContract<T extends object>(prepare: (contract: Contract) => T): (contract: Contract) => T {
  const prepared = new WeakMap<Contract, T>();
  return (contract) => {
    const known = prepared.get(contract) ?? prepare(contract);
    prepared.set(contract, known);
    return known;
  };
}

/** The media types of an operation's body. */
export function bodyTypes({ components }: Contract, { requestBody = { content: {} } }: Operation): readonly string[] {
  const body = '$ref' in requestBody ? components.requestBodies[requestBody.$ref.split('/').at(-1) ?? ''] : requestBody;
  return Object.keys(body?.content ?? {});
}

/** All operation ids. */
export const operationIds = (contract: Contract): string[] =>
  operationsOf(contract).flatMap(({ operation }) => operation.operationId ?? []);

/** All operations, each with its path item. */
export const operationsOf = ({ paths }: Contract): { readonly operation: Operation; readonly item: PathItem }[] =>
  Object.values(paths).flatMap((item) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation ? [{ operation, item }] : [];
    }),
  );

/** The methods of a path. */
export const methodsOf = (item: PathItem): string[] => METHODS.filter((method) => Object.hasOwn(item, method));

const underPrefix = (path: string, prefix: string): string =>
  path.startsWith(`${WRITTEN_PREFIX}/`) ? prefix + path.slice(WRITTEN_PREFIX.length) : path;

function read(): Contract {
  const file = contractFile();
  const text = readFileSync(file, 'utf8');
  const whole = (file.endsWith('.json') ? JSON.parse(text) : parse(text)) as Contract & { servers: unknown };
  const { servers: _servers, ...document } = whole;
  return document;
}

/** The file in the project root, found from the sources and from the build. */
function contractFile(): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    const found = FILES.map((name) => join(folder, name)).find(existsSync);
    if (found !== undefined) return found;
    if (folder === dirname(folder)) throw new Error(`${FILES[1]} was not found above ${import.meta.url}`);
  }
}
