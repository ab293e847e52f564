import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { assert } from 'chai';
import { parse } from 'yaml';
import { root } from '../architecture/cruise.ts';
import { ruleProblems } from '../deployment/manifest-rules.ts';
import { at, manifestsIn, rendered, whyNotRendered, type Manifest } from '../deployment/manifests.ts';
import { skip } from '../support/skipped.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import { schemaProblems } from './schemas.ts';

const HAPROXY = '/usr/sbin/haproxy';
const OVERLAYS = ['small', 'production'] as const;
const read = (name: string): Promise<string> => readFile(`${root}deploy/kubernetes/${name}`, 'utf8');

/** A fault in the production overlay: what is replaced by what, and how it is reported. */
const SCHEMA_FAULTS = [
  ['a misspelt field', 'readinessProbe:', 'readynessProbe:', /containers\/0\/readynessProbe: unknown field/],
  ['a misspelt field of a metric', 'averageValue: "100"', 'avarageValue: "100"', /avarageValue: unknown field/],
  ['text for a number', 'maxReplicas: 20', 'maxReplicas: twenty', /\/spec\/maxReplicas: /],
  [
    'a number for a variable',
    /name: DRAIN_SECONDS\n(\s+)value: "60"/,
    'name: DRAIN_SECONDS\n$1value: 60',
    /env\/\d+\/value: /,
  ],
  [
    'a Deployment without a selector',
    /selector:\n\s+matchLabels:\n\s+app: api\n {2}strategy/,
    'strategy',
    /\/spec: .*selector|\/spec: required/,
  ],
] as const;

const RULE_FAULTS = [
  ['a Secret with a value', 'kind: Namespace', 'kind: Secret', /Secret voice is rendered/],
  ['a grace period that ends before the drain', 'value: "14400"', 'value: "14440"', /runtime: its grace period/],
  [
    'a proxy that keeps sockets longer than its grace period',
    'hard-stop-after 4h',
    'hard-stop-after 5h',
    /proxy: its grace/,
  ],
  ['a container without a pause before its end', /- sleep\n\s+- "10"/, '- "true"', /api: it does not pause/],
  ['an unknown setting', 'LOG_FORMAT: json', 'LOG_FORMATS: json', /no setting LOG_FORMATS/],
  ['a setting with a wrong value', 'WEB_CALLS: ticket', 'WEB_CALLS: tickets', /WEB_CALLS/],
  ['a key that the Secret lacks', 'key: INTERNAL_API_KEY', 'key: INTERNAL_KEY', /no Secret has INTERNAL_KEY/],
  ['a container without limits', /limits:\n\s+cpu: "2"\n\s+memory: 1Gi/, 'limits: {}', /runtime: requests or limits/],
  [
    'a writable file system',
    'readOnlyRootFilesystem: true',
    'readOnlyRootFilesystem: false',
    /its file system is writable/,
  ],
  ['capabilities', /drop:\n\s+- ALL/, 'drop: []', /it has capabilities/],
  ['a root user', 'runAsNonRoot: true', 'runAsNonRoot: false', /it may run as root/],
  ['variables from the names of Services', 'enableServiceLinks: false', 'enableServiceLinks: true', /become variables/],
  ['a probe of a wrong path', 'path: /readyz', 'path: /livez', /a probe asks for a wrong path/],
  [
    'a probe of an unknown port',
    /tcpSocket:\n\s+port: http\n/,
    'tcpSocket:\n            port: htpp\n',
    /proxy: a probe is missing/,
  ],
  ['a budget for other pods', /(kind: PodDisruptionBudget[^]*?app: )api/, '$1apis', /api: it has no disruption budget/],
  [
    'a policy for other pods',
    /(podSelector:\n\s+matchLabels:\n\s+app: )runtime\n {2}policy/,
    '$1runtimes\n  policy',
    /runtime: it has no network policy/,
  ],
  ['an API that everyone reaches', '  - from:', '  - to:', /NetworkPolicy api: it admits everyone/],
  ['a Service of the API for the outside', 'clusterIP: None', 'type: NodePort', /it is reached from outside/],
  ['an upgrade that takes pods first', 'maxUnavailable: 0', 'maxUnavailable: 1', /before their replacements are ready/],
  [
    'an image of any version',
    /voice-agent-platform:0\.1\.0/,
    'voice-agent-platform:latest',
    /its image has no version/,
  ],
] as const;

describe('the Kubernetes manifests', function () {
  const texts = new Map<string, string>();
  let [secretKeys, production] = [[] as string[], ''];
  before(async function () {
    const reason = whyNotRendered();
    if (reason !== null) skip(this, reason);
    for (const overlay of OVERLAYS) texts.set(overlay, rendered(overlay));
    production = texts.get('production')!;
    const { stringData } = parse(await read('secret.example.yaml')) as { stringData: Record<string, string> };
    assert.deepEqual([...new Set(Object.values(stringData))], [''], 'the example of the Secret has a value');
    secretKeys = Object.keys(stringData);
  });
  const planted = (from: string | RegExp, to: string): Manifest[] => {
    const text = production.replace(from, to);
    assert.notEqual(text, production, 'the fault was planted');
    return manifestsIn(text);
  };

  for (const overlay of OVERLAYS) {
    it(`follow the published schemas in the overlay ${overlay}`, async () => {
      const manifests = manifestsIn(texts.get(overlay)!);
      assert.isAbove(manifests.length, 10);
      for (const manifest of manifests)
        assert.deepEqual(await schemaProblems(manifest), [], `${manifest.kind} ${manifest.metadata.name}`);
    });

    it(`have probes, limits, budgets, policies, drains and valid settings in the overlay ${overlay}`, () => {
      assert.deepEqual(ruleProblems(manifestsIn(texts.get(overlay)!), secretKeys), []);
    });
  }

  for (const [fault, from, to, expected] of SCHEMA_FAULTS)
    it(`would not pass the schemas with ${fault}`, async () => {
      const problems = await Promise.all(planted(from, to).map(schemaProblems));
      assert.match(problems.flat().join('\n'), expected);
    });

  for (const [fault, from, to, expected] of RULE_FAULTS)
    it(`would not pass the rules with ${fault}`, () => {
      assert.match(ruleProblems(planted(from, to), secretKeys).join('\n'), expected);
    });

  it('scale runtimes in production by the metric that the rule of the Prometheus adapter provides', async () => {
    const { rules } = parse(await read('prometheus-adapter.yaml')) as {
      rules: { custom: { seriesQuery: string; name: { as: string } }[] };
    };
    const scaler = manifestsIn(production).find(
      ({ kind, metadata }) => kind === 'HorizontalPodAutoscaler' && metadata.name === 'runtime',
    );
    const metric = at(scaler, 'spec.metrics.0.pods.metric.name');
    assert.equal(metric, rules.custom[0]?.name.as);
    assert.isTrue(rules.custom[0]!.seriesQuery.startsWith(`${String(metric)}{`));
    assert.include(await readFile(`${root}bootstrap/runtime.ts`, 'utf8'), `gauge('${String(metric)}'`);
    assert.isAtLeast(Number(at(scaler, 'spec.minReplicas')), 2, 'one pod may go');
  });

  it('give HAProxy a valid configuration, whose names are those of Services that list their pods', async function () {
    if (!existsSync(HAPROXY)) skip(this, 'there is no HAProxy: apt-get install haproxy');
    const manifests = manifestsIn(production);
    const { data } = manifests.find(({ metadata }) => metadata.name.startsWith('proxy-'))!;
    const directory = await temporaryDirectory();
    const files = ['haproxy.cfg', 'backends.cfg'].map((name) => [name, join(directory, name)] as const);
    for (const [name, path] of files) await writeFile(path, data![name]!);
    const check = spawnSync(HAPROXY, ['-c', ...files.flatMap(([, path]) => ['-f', path])], {
      env: { NAMESPACE: 'voice', HTTP_BIND: ':8080' },
      encoding: 'utf8',
    });
    assert.equal(check.status, 0, check.stderr);
    assert.notInclude(check.stderr, 'WARNING');
    const names = [...data!['backends.cfg']!.matchAll(/"([\w-]+)\.\$\{NAMESPACE\}/g)].map(([, name]) => name);
    const services = manifests.filter((each) => each.kind === 'Service' && at(each, 'spec.clusterIP') === 'None');
    assert.sameMembers(
      [...new Set(names)],
      services.map(({ metadata }) => metadata.name),
    );
  });
});
