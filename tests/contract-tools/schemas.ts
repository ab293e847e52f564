import type { Manifest } from '../deployment/manifests.ts';

/** Where the published schemas of a group and version are. */
const GROUPS: Readonly<Record<string, string>> = {
  v1: 'CoreV1',
  'apps/v1': 'AppsV1',
  'autoscaling/v2': 'AutoscalingV2',
  'networking.k8s.io/v1': 'NetworkingV1',
  'policy/v1': 'PolicyV1',
};

interface Validate {
  (data: unknown): boolean;
  errors?: readonly { readonly instancePath: string; readonly message?: string; readonly keyword: string }[];
}

/**
 * What Kubernetes’ published schemas object to. They allow unknown fields, which an API server drops or refuses; here a
 * field that its schema never reads is unknown.
 */
export async function schemaProblems(manifest: Manifest): Promise<string[]> {
  const { apiVersion, kind } = manifest;
  const name = `kubernetes-models/_schemas/IoK8sApi${GROUPS[apiVersion] ?? `-no-group-${apiVersion}`}${kind}`;
  const { validate } = (await import(name)) as { validate: Validate };
  const unread: (() => string[])[] = [];
  const problems = validate(watched(manifest, '', unread)) ? [] : (validate.errors ?? []);
  return [
    ...problems.map(({ instancePath, keyword, message }) => `${instancePath}: ${message ?? keyword}`),
    ...unread.flatMap((fields) => fields()).map((path) => `${path}: unknown field`),
  ];
}

/** A view of a value that knows which of its fields were read. */
function watched(value: object, path: string, unread: (() => string[])[]): object {
  const read = new Set<PropertyKey>();
  const views = new Map<PropertyKey, object>();
  unread.push(() => Object.keys(value).flatMap((key) => (read.has(key) ? [] : [`${path}/${key}`])));
  return new Proxy(value, {
    get(target, key) {
      read.add(key);
      const inner: unknown = Reflect.get(target, key);
      if (typeof inner !== 'object' || inner === null || typeof key === 'symbol') return inner;
      const view = views.get(key) ?? watched(inner, `${path}/${key}`, unread);
      views.set(key, view);
      return view;
    },
  });
}
