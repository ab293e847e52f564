import { ConfigError, readConfig, type ServiceName } from '../../bootstrap/config.ts';
import { settingNames } from '../bootstrap/setting-names.ts';
import { TEST_KEYS } from '../support/test-keys.ts';
import { at, listAt, type Manifest } from './manifests.ts';

const PLATFORM = /(^|\/)voice-agent-platform[:@]/;
const PINNED = /[^/](:(?!latest)[\w.-]+|@sha256:[0-9a-f]{64})$/;
const PROBES = ['startupProbe', 'readinessProbe', 'livenessProbe'];
const RESOURCES = ['requests.cpu', 'requests.memory', 'limits.cpu', 'limits.memory'];
/** What the platform needs after DRAIN_SECONDS, and a reserve. */
const CLOSING_SECONDS = 25;
/** In this time a pod leaves the endpoints of its Services. */
const SHORTEST_PAUSE_SECONDS = 5;

/** Values for the keys of the Secret. */
const SECRETS: Readonly<Record<string, string>> = {
  ...TEST_KEYS,
  DOCUMENTS_URL: 'mongodb://user:password@mongo:27017/platform?replicaSet=rs0',
  OBJECTS_URL: 's3://user:password@minio:9000',
  MAIL_URL: 'smtps://user:password@mail.example.com:465',
};

type Labels = Readonly<Record<string, string>>;

/** The objects of an overlay, and the keys of the example of its Secret. */
interface Overlay {
  readonly manifests: readonly Manifest[];
  readonly secretKeys: readonly string[];
}

const of = (kind: string, { manifests }: Overlay): Manifest[] => manifests.filter((each) => each.kind === kind);

const failing = (name: string, holds: Readonly<Record<string, boolean>>): string[] =>
  Object.entries(holds).flatMap(([problem, isRight]) => (isRight ? [] : `${name}: ${problem}`));

/** Whether the selector at a path names labels, and all of them are these. */
function selects(manifest: Manifest, path: string, labels: unknown): boolean {
  const selector = Object.entries((at(manifest, path) ?? {}) as Labels);
  return selector.length > 0 && selector.every(([key, value]) => labelIn(labels, key) === value);
}

/** Keys of labels may have dots. */
const labelIn = (labels: unknown, key: string): unknown => Reflect.get(Object(labels) as object, key);

/** What is wrong with the objects of an overlay beyond their schemas. */
export function ruleProblems(manifests: readonly Manifest[], secretKeys: readonly string[]): string[] {
  const overlay = { manifests, secretKeys };
  const deployments = of('Deployment', overlay);
  const names = deployments.map(({ metadata }) => metadata.name);
  return [
    ...of('Secret', overlay).map(({ metadata }) => `Secret ${metadata.name} is rendered`),
    ...deployments.flatMap((deployment) => deploymentProblems(deployment, overlay)),
    ...deployments.flatMap((deployment) => podProblems(deployment)),
    ...deployments.flatMap((deployment) =>
      listAt(deployment, 'spec.template.spec.containers').flatMap((container) => [
        ...containerProblems(container),
        ...drainProblems(container, deployment, overlay),
        ...platformProblems(container, deployment, overlay),
      ]),
    ),
    ...of('Service', overlay).flatMap((service) => serviceProblems(service, deployments)),
    ...of('NetworkPolicy', overlay).flatMap(policyProblems),
    ...of('HorizontalPodAutoscaler', overlay).flatMap((scaler) =>
      failing(`HorizontalPodAutoscaler ${scaler.metadata.name}`, {
        'it has no Deployment': names.includes(String(at(scaler, 'spec.scaleTargetRef.name'))),
      }),
    ),
  ];
}

function deploymentProblems(deployment: Manifest, overlay: Overlay): string[] {
  const labels = at(deployment, 'spec.template.metadata.labels');
  const isIsolated = (policy: Manifest): boolean =>
    selects(policy, 'spec.podSelector.matchLabels', labels) && listAt(policy, 'spec.policyTypes').length === 2;
  return failing(deployment.metadata.name, {
    'its selector does not select its pods': selects(deployment, 'spec.selector.matchLabels', labels),
    'it has no disruption budget': of('PodDisruptionBudget', overlay).some((budget) =>
      selects(budget, 'spec.selector.matchLabels', labels),
    ),
    'it has no network policy': of('NetworkPolicy', overlay).some(isIsolated),
    'an upgrade takes pods before their replacements are ready':
      at(deployment, 'spec.strategy.rollingUpdate.maxUnavailable') === 0,
  });
}

function podProblems(deployment: Manifest): string[] {
  const pod = at(deployment, 'spec.template.spec');
  return failing(deployment.metadata.name, {
    'it has a service account token': at(pod, 'automountServiceAccountToken') === false,
    'names of Services become variables': at(pod, 'enableServiceLinks') === false,
    'it may run as root': at(pod, 'securityContext.runAsNonRoot') === true,
    'its user has no number': Number(at(pod, 'securityContext.runAsUser')) > 0,
    'it has no seccomp profile': at(pod, 'securityContext.seccompProfile.type') === 'RuntimeDefault',
  });
}

function containerProblems(container: unknown): string[] {
  const ports = listAt(container, 'ports').map((port) => at(port, 'name'));
  const probed = PROBES.map(
    (probe) => at(container, `${probe}.httpGet.port`) ?? at(container, `${probe}.tcpSocket.port`),
  );
  return failing(nameOf(container), {
    'a probe is missing': probed.every((port) => ports.includes(port)),
    'requests or limits are missing': RESOURCES.every((path) => at(container, `resources.${path}`) !== undefined),
    'it may gain privileges': at(container, 'securityContext.allowPrivilegeEscalation') === false,
    'its file system is writable': at(container, 'securityContext.readOnlyRootFilesystem') === true,
    'it has capabilities':
      listAt(container, 'securityContext.capabilities.drop').includes('ALL') &&
      listAt(container, 'securityContext.capabilities.add').length === 0,
    'its image has no version': PINNED.test(imageOf(container)),
  });
}

/** Whether the grace period covers the pause before the end, the drain and what follows. */
function drainProblems(container: unknown, deployment: Manifest, overlay: Overlay): string[] {
  const command = listAt(container, 'lifecycle.preStop.exec.command').join(' ');
  const pause = Number(/sleep (\d+)/.exec(command)?.[1]);
  const drain = PLATFORM.test(imageOf(container)) ? drainSeconds(container) : hardStopSeconds(overlay);
  const grace = Number(at(deployment, 'spec.template.spec.terminationGracePeriodSeconds'));
  return failing(nameOf(container), {
    'it does not pause before its end': pause >= SHORTEST_PAUSE_SECONDS,
    'its grace period ends before its drain does': grace > pause + drain + CLOSING_SECONDS,
  });
}

const drainSeconds = (container: unknown): number =>
  Number(
    at(
      listAt(container, 'env').find((variable) => nameOf(variable) === 'DRAIN_SECONDS'),
      'value',
    ),
  );

/** How long the proxy keeps open sockets while it ends. */
function hardStopSeconds({ manifests }: Overlay): number {
  const text = manifests.map(({ data }) => data?.['backends.cfg'] ?? '').join('');
  return Number(/^\thard-stop-after (\d+)h$/m.exec(text)?.[1]) * 3600;
}

/** What only containers of the platform need. */
function platformProblems(container: unknown, deployment: Manifest, overlay: Overlay): string[] {
  if (!PLATFORM.test(imageOf(container))) return [];
  const volumes = listAt(deployment, 'spec.template.spec.volumes').filter((volume) => at(volume, 'emptyDir'));
  const writable = listAt(container, 'volumeMounts')
    .filter((mount) => volumes.map(nameOf).includes(nameOf(mount)))
    .map((mount) => at(mount, 'mountPath'));
  const paths = PROBES.map((probe) => at(container, `${probe}.httpGet.path`));
  const keys = listAt(container, 'env').flatMap((variable) => secretKeyOf(variable) ?? []);
  return [
    ...failing(nameOf(container), {
      'a probe asks for a wrong path': paths.join(' ') === '/livez /readyz /livez',
      '/data and /tmp are not writable': ['/data', '/tmp'].every((path) => writable.includes(path)),
    }),
    ...keys.filter((key) => !overlay.secretKeys.includes(key)).map((key) => `no Secret has ${key}`),
    ...settingProblems(container, environmentOf(container, overlay)),
  ];
}

function environmentOf(container: unknown, { manifests }: Overlay): Record<string, string> {
  const maps = listAt(container, 'envFrom').map((source) => at(source, 'configMapRef.name'));
  const env: Record<string, string> = { HOST: '0.0.0.0', DATA_DIR: '/data' };
  for (const { metadata, data } of manifests) if (maps.includes(metadata.name)) Object.assign(env, data);
  for (const variable of listAt(container, 'env')) {
    const value = at(variable, 'value') as string | undefined;
    env[nameOf(variable)] = value ?? SECRETS[secretKeyOf(variable) ?? ''] ?? '';
  }
  return env;
}

/** What the platform says about an environment. */
function settingProblems(container: unknown, env: Readonly<Record<string, string>>): string[] {
  const names = settingNames();
  const unknown = Object.keys(env).filter((name) => !names.includes(name));
  const problems = unknown.map((name) => `${nameOf(container)}: no setting ${name}`);
  const service = at(container, 'args.0') as ServiceName;
  try {
    const { port } = readConfig(env, [service])[service];
    return [
      ...problems,
      ...failing(nameOf(container), { 'another port': at(container, 'ports.0.containerPort') === port }),
    ];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return [...problems, ...error.problems.map((problem) => `${nameOf(container)}: ${problem}`)];
  }
}

function serviceProblems(service: Manifest, deployments: readonly Manifest[]): string[] {
  const { name } = service.metadata;
  const pods = deployments.filter((each) =>
    selects(service, 'spec.selector', at(each, 'spec.template.metadata.labels')),
  );
  const ports = pods
    .flatMap((each) => listAt(each, 'spec.template.spec.containers'))
    .flatMap((container) => listAt(container, 'ports').map(nameOf));
  return failing(`Service ${name}`, {
    'it selects nothing': pods.length > 0,
    'its pods have no such port': listAt(service, 'spec.ports').every((port) =>
      ports.includes(String(at(port, 'targetPort'))),
    ),
    'it is reached from outside': name === 'proxy' || (at(service, 'spec.type') ?? 'ClusterIP') === 'ClusterIP',
  });
}

function policyProblems(policy: Manifest): string[] {
  const { name } = policy.metadata;
  return failing(`NetworkPolicy ${name}`, {
    'it admits everyone':
      name === 'proxy' || listAt(policy, 'spec.ingress').every((rule) => listAt(rule, 'from').length > 0),
    'it allows every target': listAt(policy, 'spec.egress').every((rule) => listAt(rule, 'to').length > 0),
  });
}

const secretKeyOf = (variable: unknown) => at(variable, 'valueFrom.secretKeyRef.key') as string | undefined;
const nameOf = (value: unknown): string => String(at(value, 'name'));
const imageOf = (container: unknown): string => String(at(container, 'image'));
