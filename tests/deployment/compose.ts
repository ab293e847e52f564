import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { root } from '../architecture/cruise.ts';

/** The checked part of a compose file, after anchors and merges. */
export interface ComposeFile {
  readonly name: string;
  readonly services: Readonly<Record<string, Service>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean } | null>>;
  readonly volumes: Readonly<Record<string, null>>;
}

export interface Service {
  readonly image: string;
  readonly build?: { readonly context: string };
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly networks: readonly string[];
  readonly volumes?: readonly string[];
  readonly profiles?: readonly string[];
  readonly healthcheck?: { readonly test: readonly string[]; readonly interval: string; readonly retries: number };
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly [key: string]: unknown;
}

/** A variable that a compose file asks for. */
export interface RequiredVariable {
  readonly name: string;
  /** Undefined: the start is refused without it. */
  readonly standard: string | undefined;
}

const VARIABLE = /\$(?:\$|\{([A-Z][A-Z0-9_]*)(?::(-|\?)([^}]*))?\})/g;

export const composeText = (): Promise<string> => readFile(`${root}compose.yaml`, 'utf8');

/** The variables of a compose file, in its order. Comments count for nothing. */
export function wantedBy(text: string): RequiredVariable[] {
  const plain = text.replace(/^\s*#.*$/gm, '');
  return [...plain.matchAll(VARIABLE)].flatMap(([, name, sign, rest]) =>
    name === undefined ? [] : [{ name, standard: sign === '-' ? rest : undefined }],
  );
}

/** A compose file as it is with these variables; one that is required and missing is an error. */
export function compose(text: string, env: Readonly<Record<string, string>>): ComposeFile {
  const fill = (whole: string, name?: string, sign?: string, rest = ''): string => {
    if (name === undefined) return whole.replace('$$', '$');
    const value = env[name] ?? '';
    if (value === '' && sign !== '-') throw new Error(`required variable ${name} is missing a value: ${rest}`);
    return value === '' ? rest : value;
  };
  const interpolated = (value: unknown): unknown => {
    if (typeof value === 'string') return value.replace(VARIABLE, fill);
    if (Array.isArray(value)) return value.map(interpolated);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, interpolated(inner)]));
  };
  return interpolated(parse(text, { merge: true })) as ComposeFile;
}
