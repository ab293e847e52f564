import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../suites/suites.ts';
import { modelServer } from '../gateway/model-server.ts';
import { eventually } from '../support/eventually.ts';
import { TcpProxy } from '../support/tcp-proxy.ts';
import { endTest } from '../support/temporary.ts';
import { TEST_KEYS } from '../support/test-keys.ts';
import { dialLedger } from '../telephony/dial-ledger.ts';
import { freePorts, Member, type LoggedEvent } from './fleet.ts';

const HAPROXY = '/usr/sbin/haproxy';
/** Processes of each service. */
const [APIS, RUNTIMES, GATEWAYS] = [3, 4, 2] as const;

export interface Stores {
  readonly documents: string;
  readonly objects: string;
  readonly vectors: string;
}

/** Everything that a run needs, started. Nothing is done to the proxy, the carrier, the models and the stores. */
export async function startFleet(
  stores: Stores,
  directory: string,
  onEvent: (event: LoggedEvent, name: string) => void,
) {
  const [front, inside, models, simulatorPort, ...ports] = await freePorts(4 + APIS + RUNTIMES + GATEWAYS);
  const upstream = await modelServer();
  const simulator = startSimulator(simulatorPort!, join(directory, 'simulator'));
  await eventually(() => isUp(`http://127.0.0.1:${simulatorPort}/simulate/calls`), 'the simulator');
  const ledger = await dialLedger(`http://127.0.0.1:${simulatorPort}`);
  const apiInside = `http://127.0.0.1:${inside}`;
  const common = {
    ...TEST_KEYS,
    ...{ LOG_FORMAT: 'json', RATE_LIMITS: 'off', TRUST_PROXY: '1', DRAIN_SECONDS: '20' },
    ...{ GATEWAY_URL: `http://127.0.0.1:${models}`, VOICE_SERVER_BASE_URL: `http://127.0.0.1:${front}` },
    ...{ SIMULATOR_URL: ledger.url, DEFAULT_ORG_CONCURRENCY_LIMIT: '1000' },
    OBJECTS_BUCKET: `chaos-${process.pid}`,
  };
  const linked = async (wanted: Readonly<Record<string, string>>) => {
    const entries = Object.entries(wanted).map(async ([name, url]) => {
      const proxy = await TcpProxy.before(url.replace(/^(s3|mongodb):\/\/([^@/]+@)?/, 'http://').replace(/\?.*$/, ''));
      return [name, proxy, proxy.through(url)] as const;
    });
    const opened = await Promise.all(entries);
    return {
      links: Object.fromEntries(opened.map(([name, proxy]) => [name, proxy])),
      env: Object.fromEntries(opened.map(([name, , url]) => [name, url])),
    };
  };
  const members = await Promise.all(
    ports.map(async (port, place): Promise<Member> => {
      const service = place < APIS ? 'api' : place < APIS + RUNTIMES ? 'runtime' : 'gateway';
      const name = `${service} ${place + 1}`;
      const dataDir = join(directory, name.replace(' ', '-'));
      await mkdir(dataDir);
      const wanted = {
        api: { DOCUMENTS_URL: stores.documents, OBJECTS_URL: stores.objects, VECTORS_URL: stores.vectors },
        runtime: { OBJECTS_URL: stores.objects, API_BASE_URL: `${apiInside}/api/v1` },
        gateway: {},
      }[service];
      const { links, env } = await linked(wanted);
      const upstreams = {
        UPSTREAM_LLM_URL: upstream.url,
        UPSTREAM_TTS_URL: upstream.url,
        UPSTREAM_STT_URL: upstream.url,
      };
      const own = { [`${service.toUpperCase()}_PORT`]: String(port), DATA_DIR: dataDir };
      const named = { UPSTREAM_LLM_MODEL: 'qwen3:8b', UPSTREAM_TTS_MODEL: 'kokoro', UPSTREAM_STT_MODEL: 'whisper' };
      return new Member({
        ...{ service, name, port, links, onEvent },
        env: { ...common, ...own, ...env, ...(service === 'gateway' && { ...upstreams, ...named }) },
      });
    }),
  );
  // The first API makes the indexes, which the others would wait for.
  await members[0]!.start();
  await Promise.all(members.slice(1).map((member) => member.start()));
  const proxy = await startProxy(directory, members, { front: front!, inside: inside!, models: models! });
  await eventually(() => isUp(`http://127.0.0.1:${front}/health`), 'the proxy');
  return {
    members,
    ledger,
    apiBaseUrl: `http://127.0.0.1:${front}/api/v1`,
    runtimeUrl: `http://127.0.0.1:${front}`,
    simulatorUrl: `http://127.0.0.1:${simulatorPort}`,
    async close() {
      for (const member of members) member.signal('SIGCONT');
      await Promise.all(members.map((member) => member.end()));
      await Promise.all([proxy, simulator].map(ended));
      await ledger.close();
      // The model server.
      await endTest();
      for (const member of members) for (const link of Object.values(member.links)) link.cut();
    },
  };
}

export type Fleet = Awaited<ReturnType<typeof startFleet>>;

function startSimulator(port: number, dataDir: string): ChildProcess {
  const env = { PATH: process.env['PATH'], SIMULATOR_PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'silent' };
  const main = join(ROOT, 'dist/bootstrap/main.js');
  return spawn(process.execPath, ['--enable-source-maps', main, 'simulator'], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** The proxy of `deploy/haproxy`, which clients and carriers reach, with two addresses for inside: of the API and of the models. */
async function startProxy(
  directory: string,
  members: readonly Member[],
  ports: Readonly<Record<'front' | 'inside' | 'models', number>>,
): Promise<ChildProcess> {
  const lines = (service: string): string =>
    members
      .filter((member) => member.service === service)
      .map(({ port }, place) => `\tserver ${service}${place + 1} 127.0.0.1:${port}`)
      .join('\n');
  const backends = (await readFile(`${ROOT}deploy/haproxy/backends.cfg`, 'utf8'))
    .replaceAll(/^\tserver api1 .*$/gm, lines('api'))
    .replaceAll(/^\tserver runtime1 .*$/gm, lines('runtime'));
  const inside = `
frontend inside
	bind 127.0.0.1:${ports.inside}
	use_backend unready_apis if { nbsrv(apis) eq 0 }
	default_backend apis

frontend models
	bind 127.0.0.1:${ports.models}
	default_backend gateways

backend gateways
	balance leastconn
	option httpchk GET /readyz
${lines('gateway')}
`;
  await writeFile(join(directory, 'backends.cfg'), backends + inside);
  const files = ['-f', `${ROOT}deploy/haproxy/haproxy.cfg`, '-f', join(directory, 'backends.cfg')];
  // It warns of every process that ends.
  return spawn(HAPROXY, ['-db', ...files], {
    stdio: 'ignore',
    env: { HTTP_BIND: `127.0.0.1:${ports.front}` },
  });
}

const isUp = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}
