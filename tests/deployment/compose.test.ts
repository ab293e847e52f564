import { readFile } from 'node:fs/promises';
import { assert } from 'chai';
import { root } from '../architecture/cruise.ts';
import { readConfig, serviceNames } from '../../bootstrap/config.ts';
import { TEST_KEYS } from '../support/test-keys.ts';
import { compose, composeText, wantedBy, type ComposeFile, type Service } from './compose.ts';

const SECRETS = ['MONGO_PASSWORD', 'MINIO_PASSWORD', 'SECRET_KEY', 'INTERNAL_API_KEY', 'PROVIDER_AUTH_ENCRYPTION_KEY'];

const NAMED_VOLUME = /^[a-z]+:\/[a-z/]+$/;
const MOUNTED_FILE = /^\.\/deploy\/[\w/]+:\/[\w/]+:ro$/;

/** Images for which no digest could be verified; SECURITY.md names them. */
const PINNED_BY_TAG = ['chromadb/chroma:1.0.20'];

/** Valid values of the compose keys in use. */
const KEYS: Readonly<Record<string, (value: never) => boolean>> = {
  image: (value: string) => /^[\w./-]+(:[\w.-]+)?(@sha256:[0-9a-f]{64})?$/.test(value),
  build: ({ context }: { context: string }) => context === '.',
  command: words,
  entrypoint: words,
  environment: (value: object) => Object.values(value).every((each) => typeof each === 'string'),
  env_file: (value: { path: string; required: boolean }[]) =>
    value.every(({ path, required }) => path === '.env' && !required),
  ports: (value: string[]) => value.every((port) => /^([\d.]+:)?\d+(-\d+)?:\d+$/.test(port)),
  networks: words,
  volumes: (value: string[]) => value.every((volume) => NAMED_VOLUME.test(volume) || MOUNTED_FILE.test(volume)),
  profiles: words,
  healthcheck: ({ test, interval, timeout, start_period, retries }: Record<string, string>) =>
    words(test) && [interval, timeout, start_period].every((time) => /^\d+s$/.test(time!)) && Number(retries) > 0,
  depends_on: (value: Record<string, { condition: string }>) =>
    Object.values(value).every(({ condition }) =>
      ['service_healthy', 'service_completed_successfully'].includes(condition),
    ),
  deploy: ({ replicas }: { replicas: string }) => Number(replicas) > 0,
  restart: (value: string) => value === 'unless-stopped',
  init: (value: boolean) => value,
  read_only: (value: boolean) => value,
  tmpfs: words,
  cap_drop: words,
  cap_add: words,
  security_opt: words,
  extra_hosts: (value: string[]) => value.every((host) => /^[\w.]+:host-gateway$/.test(host)),
  // Docker's own default, json-file, never removes a line.
  logging: ({ driver, options }: { driver: string; options: Record<string, string> }) =>
    driver === 'local' && /^\d+m$/.test(options['max-size']!) && Number(options['max-file']) > 1,
  stop_grace_period: (value: string) => /^\d+s$/.test(value),
};

function words(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'string');
}

describe('compose.yaml', () => {
  let text: string;
  let file: ComposeFile;
  let own: Service[];
  before(async () => {
    text = await composeText();
    file = compose(text, { MONGO_PASSWORD: 'mongo_passwordx', MINIO_PASSWORD: 'minio_passwordx', ...TEST_KEYS });
    own = Object.values(file.services).filter(({ build }) => build);
  });

  it('has only valid keys in every service', () => {
    assert.isNotEmpty(Object.keys(file.services));
    for (const [name, service] of Object.entries(file.services))
      for (const [key, value] of Object.entries(service)) {
        const isRight = KEYS[key];
        assert.isTrue(isRight?.(value as never) ?? false, `${name}.${key}: ${JSON.stringify(value)}`);
      }
  });

  it('limits what the log of each service takes of the disk', () => {
    for (const [name, { logging }] of Object.entries(file.services)) assert.isDefined(logging, name);
  });

  it('refers to existing networks, volumes and services, and uses all of them', () => {
    const services = Object.values(file.services);
    const all = (pick: (service: Service) => readonly string[] | undefined): string[] => [
      ...new Set(services.flatMap((service) => pick(service) ?? [])),
    ];
    assert.sameMembers(
      all(({ networks }) => networks),
      Object.keys(file.networks),
    );
    assert.sameMembers(
      all(({ volumes }) =>
        volumes?.filter((volume) => NAMED_VOLUME.test(volume)).map((volume) => volume.split(':', 1)[0]!),
      ),
      Object.keys(file.volumes),
    );
    assert.includeMembers(
      Object.keys(file.services),
      all(({ depends_on = {} }) => Object.keys(depends_on)),
    );
  });

  it('has a health check for every long-running service, and waits only for those', () => {
    for (const [name, { restart, healthcheck, depends_on = {} }] of Object.entries(file.services)) {
      if (restart !== undefined) assert.isDefined(healthcheck, name);
      for (const [other, { condition }] of Object.entries(depends_on))
        assert.equal(
          condition === 'service_healthy',
          file.services[other]!.healthcheck !== undefined,
          `${name} -> ${other}`,
        );
    }
  });

  it('runs each platform service hardened, from one image, with a valid command', () => {
    assert.sameDeepMembers(
      own.map(({ command }) => command),
      [['api'], ['runtime'], ['gateway']],
    );
    for (const service of own) {
      assert.deepInclude(service, {
        image: 'voice-agent-platform',
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        tmpfs: ['/tmp'],
      });
      assert.includeMembers([...serviceNames], [...service.command!]);
      assert.deepEqual(service.healthcheck!.test.slice(0, 3), ['CMD', 'node', 'dist/bootstrap/health-check.js']);
      assert.deepEqual(service.healthcheck!.test.slice(3), service.command);
    }
  });

  it('configures the services for the three distributed stores', () => {
    const storing = own.filter(({ command }) => command![0] !== 'gateway');
    assert.lengthOf(storing, 2);
    for (const { environment, command } of storing) {
      const { stores, api, dataDir, browsers, voiceServerBaseUrl, runtime } = readConfig(environment!, [
        command![0] as 'api' | 'runtime',
      ]);
      assert.deepEqual(
        [browsers.trustedProxies, voiceServerBaseUrl, browsers.consoleUrl],
        [1, 'http://localhost:8000', 'http://localhost:8000/console'],
      );
      assert.match(stores.documentsUrl, /^mongodb:\/\/platform:mongo_passwordx@mongo:27017\/.*replicaSet=rs0/);
      assert.match(stores.objectsUrl, /^s3:\/\/platform:minio_passwordx@minio:9000/);
      assert.equal(stores.vectorsUrl, 'http://chroma:8000');
      assert.deepEqual([api.host, api.port, dataDir], ['0.0.0.0', 8000, '/data']);
      assert.deepEqual([runtime.webCalls, runtime.webCallsBy], ['ticket', 'WEB_CALLS']);
    }
    const { API_BASE_URL } = file.services['runtime']!.environment!;
    assert.equal(API_BASE_URL, 'http://api:8000/api/v1');
  });

  it('lets the services reach the gateway, and the gateway the host', () => {
    const { environment, networks, extra_hosts } = file.services['gateway']!;
    const { gateway, dataDir } = readConfig(environment!, ['gateway']);
    assert.deepEqual([gateway.host, gateway.port, dataDir], ['0.0.0.0', 8100, '/data']);
    assert.deepEqual(networks, ['front']);
    assert.deepEqual(extra_hosts, ['host.docker.internal:host-gateway']);
  });

  it('has a grace period longer than the drain of the platform', () => {
    const { drainMs } = readConfig({}, ['runtime']);
    for (const { stop_grace_period } of own)
      assert.isAbove(Number.parseInt(String(stop_grace_period), 10) * 1000, drainMs + 20_000);
  });

  it('publishes only the proxy’s ports, and the dev mailbox on loopback', () => {
    const published = Object.entries(file.services).flatMap(([name, { ports, profiles = [] }]) =>
      ports ? [{ name, ports, profiles }] : [],
    );
    assert.deepEqual(published, [
      { name: 'proxy', ports: ['127.0.0.1:8000:80', '127.0.0.1:8443:443'], profiles: [] },
      { name: 'mailpit', ports: ['127.0.0.1:8025:8025'], profiles: ['dev'] },
    ]);
    assert.isEmpty(Object.values(file.services).filter((service) => service['network_mode'] !== undefined));
  });

  it('runs the proxy hardened, without access to stores that it does not serve', () => {
    assert.deepInclude(file.services['proxy']!, {
      read_only: true,
      cap_drop: ['ALL'],
      cap_add: ['NET_BIND_SERVICE'],
      security_opt: ['no-new-privileges:true'],
      networks: ['front', 'files'],
    });
  });

  it('isolates the stores, except for downloads from MinIO through the proxy', () => {
    assert.isTrue(file.networks['back']!.internal);
    for (const name of ['mongo', 'mongo-init', 'chroma']) {
      assert.deepEqual(file.services[name]!.networks, ['back']);
    }
    assert.deepEqual(file.services['minio']!.networks, ['back', 'files']);
    assert.isTrue(file.networks['files']!.internal);
  });

  it('starts the mailbox and the gateway only with their profiles', () => {
    const profiled = Object.entries(file.services).filter(([, { profiles }]) => profiles);
    assert.deepEqual(
      profiled.map(([name, { profiles }]) => [name, profiles]),
      [
        ['gateway', ['gateway']],
        ['mailpit', ['dev']],
      ],
    );
  });

  it('has no default passwords or keys, and refuses to start without them', () => {
    const required = wantedBy(text).filter(({ standard }) => standard === undefined);
    assert.sameMembers([...new Set(required.map(({ name }) => name))], SECRETS);
    for (const missing of SECRETS) {
      const rest = Object.fromEntries(SECRETS.filter((name) => name !== missing).map((name) => [name, 'x']));
      assert.throws(() => compose(text, rest), new RegExp(`required variable ${missing}`));
    }
    for (const { name, standard } of wantedBy(text))
      if (/PASSWORD|SECRET|KEY/.test(name)) assert.isUndefined(standard, name);
    assert.notMatch(text, /^\s*\w*(PASSWORD|SECRET|KEY)\w*: [^$]/m);
  });

  it('uses only variables that .env.example explains, with the same defaults', async () => {
    const example = await readFile(`${root}.env.example`, 'utf8');
    const explained = new Map(
      Array.from(example.matchAll(/^#([A-Z][A-Z0-9_]*)=(.*)$/gm), ([, name, value]) => [name, value]),
    );
    // Its default follows from HOST, which is 0.0.0.0 here.
    explained.set('WEB_CALLS', readConfig({ HOST: '0.0.0.0' }, ['runtime']).runtime.webCalls);
    for (const { name, standard = '' } of wantedBy(text)) assert.equal(explained.get(name), standard, name);
  });

  it('pins every image by digest, and the stores to the tested versions', async () => {
    const servers = await readFile(`${root}tests/support/servers.ts`, 'utf8');
    for (const [name, { image, build }] of Object.entries(file.services)) {
      if (build) continue;
      if (!PINNED_BY_TAG.includes(image)) assert.match(image, /:[\w.-]*\d[\w.-]*@sha256:[0-9a-f]{64}$/, name);
      if (!['mailpit', 'proxy'].includes(name)) assert.include(servers, `'${image}'`, name);
    }
  });
});

describe('compose file reader', () => {
  it('substitutes variables as compose does', () => {
    const text = ['services:', '  a:', '    image: "${A:-x}:${B:?say it}$$C"', '    # ${D:?never}'].join('\n');
    assert.equal(compose(text, { B: 'b' }).services['a']!.image, 'x:b$C');
    assert.equal(compose(text, { A: 'a', B: 'b' }).services['a']!.image, 'a:b$C');
    assert.throws(() => compose(text, { B: '' }), /B is missing a value: say it/);
    assert.deepEqual(wantedBy(text), [
      { name: 'A', standard: 'x' },
      { name: 'B', standard: undefined },
    ]);
  });
});
