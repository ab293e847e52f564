import type * as Testcontainers from 'testcontainers';
import type { StartedTestContainer } from 'testcontainers';
import { skip } from './skipped.ts';

/** What a real server keeps. */
export type StoreKind = 'documents' | 'vectors' | 'objects';

const VARIABLES: Readonly<Record<StoreKind, string>> = {
  documents: 'TEST_DOCUMENTS_URL',
  vectors: 'TEST_VECTORS_URL',
  objects: 'TEST_OBJECTS_URL',
};

/** Starting a container may include pulling its image. */
const START_MS = 300_000;

const known = new Map<StoreKind, Promise<string | null>>();

/**
 * Where a real server is that keeps this: what the environment names, else a container of our own. Null where neither
 * can be had; where servers are required, that is an error.
 */
export function serverUrl(kind: StoreKind): Promise<string | null> {
  const found = known.get(kind) ?? findServer(kind);
  known.set(kind, found);
  return found;
}

/** A suite over a real server, skipped with the reason if there is none or in `npm test`. Read the URL in its tests. */
export function describeServed(title: string, kind: StoreKind, suite: (url: () => string) => void): void {
  describe(title, () => {
    let url: string | null = null;
    before(async function () {
      this.timeout(START_MS);
      if (process.env['TEST_SUITE'] === 'quick') skip(this, 'npm run test:distributed runs them');
      url = await serverUrl(kind);
      if (url === null) skip(this, missingServer(kind));
    });
    suite(() => url ?? '');
  });
}

async function findServer(kind: StoreKind): Promise<string | null> {
  const given = process.env[VARIABLES[kind]]?.trim();
  if (given) return given;
  try {
    return await contained[kind](await import('testcontainers'));
  } catch (error) {
    if (process.env['REQUIRE_SERVERS'] === '1') throw new Error(missingServer(kind), { cause: error });
    return null;
  }
}

/** Why tests of such a server are skipped. */
export const missingServer = (kind: StoreKind): string =>
  `${VARIABLES[kind]} is not set, and no container could be started`;

const PRIMARY = 'rs.initiate(); while (!db.hello().isWritablePrimary) sleep(50)';

/** Testcontainers removes them when this process ends. */
const contained: Readonly<Record<StoreKind, (library: typeof Testcontainers) => Promise<string>>> = {
  async documents({ GenericContainer, Wait }) {
    const container = await new GenericContainer(
      'mongo:8.0@sha256:4968f22d0c6c10ef29952f3e807f62872ba22b3312f25803564fbfc08255efc2',
    )
      .withCommand(['--replSet', 'rs0', '--bind_ip_all'])
      .withExposedPorts(27017)
      .withWaitStrategy(Wait.forLogMessage('Waiting for connections'))
      .start();
    const { exitCode, output } = await container.exec(['mongosh', '--quiet', '--eval', PRIMARY]);
    if (exitCode !== 0) throw new Error(`The replica set did not start: ${output}`);
    return `mongodb://${addressOf(container, 27017)}/?directConnection=true`;
  },
  async vectors({ GenericContainer, Wait }) {
    const container = await new GenericContainer('chromadb/chroma:1.0.20')
      .withExposedPorts(8000)
      .withWaitStrategy(Wait.forHttp('/api/v2/heartbeat', 8000))
      .start();
    return `http://${addressOf(container, 8000)}`;
  },
  async objects({ GenericContainer, Wait }) {
    const container = await new GenericContainer(
      'minio/minio:RELEASE.2025-09-07T16-13-09Z@sha256:14cea493d9a34af32f524e538b8346cf79f3321eff8e708c1e2960462bd8936e',
    )
      .withEnvironment({ MINIO_ROOT_USER: 'tests', MINIO_ROOT_PASSWORD: 'tests of the stores' })
      .withCommand(['server', '/data'])
      .withExposedPorts(9000)
      .withWaitStrategy(Wait.forHttp('/minio/health/ready', 9000))
      .start();
    return `s3://tests:${encodeURIComponent('tests of the stores')}@${addressOf(container, 9000)}`;
  },
};

const addressOf = (container: StartedTestContainer, port: number): string =>
  `${container.getHost()}:${container.getMappedPort(port)}`;
