import { execFileSync } from 'node:child_process';
import { parseAllDocuments } from 'yaml';
import { root } from '../architecture/cruise.ts';

/** A rendered object. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Readonly<Record<string, string>>;
}

/** Its kustomize is 5.0. */
const OLDEST_MINOR = 27;

/** Why the kubectl of this machine cannot render the manifests, or null. */
export function whyNotRendered(): string | null {
  const wanted = `kubectl 1.${OLDEST_MINOR} or newer renders deploy/kubernetes, and this machine has`;
  try {
    const version = execFileSync('kubectl', ['version', '--client', '-o', 'json'], { encoding: 'utf8' });
    const { clientVersion } = JSON.parse(version) as { clientVersion: { minor: string } };
    return Number.parseInt(clientVersion.minor, 10) >= OLDEST_MINOR ? null : `${wanted} 1.${clientVersion.minor}`;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return `${wanted} none`;
    throw error;
  }
}

/** An overlay, as `kubectl apply -k` sends it. */
export const rendered = (overlay: string): string =>
  execFileSync('kubectl', ['kustomize', `${root}deploy/kubernetes/overlays/${overlay}`], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });

export const manifestsIn = (text: string): Manifest[] =>
  parseAllDocuments(text).map((document) => document.toJS() as Manifest);

/** What stands at a path such as `spec.ports.0.name`, or undefined. */
export const at = (value: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((inner, key) => (typeof inner === 'object' && inner ? Reflect.get(inner, key) : undefined), value);

/** The list at a path; none is an empty one. */
export function listAt(value: unknown, path: string): unknown[] {
  const list = at(value, path);
  return Array.isArray(list) ? list : [];
}
