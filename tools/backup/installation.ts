import { join, resolve } from 'node:path';
import { ConfigError, readConfig, type Env } from '../../bootstrap/config.ts';

/** What an installation keeps in its DATA_DIR, and a backup under the same names. Mail that was sent is not among it. */
export const PARTS = {
  documents: 'platform.db',
  vectors: 'vectors.db',
  objects: 'objects',
  spool: 'spool',
  simulator: 'simulator.json',
  secrets: 'secrets.env',
} as const;
export type Part = keyof typeof PARTS;

/** Where an installation with embedded stores keeps each part. */
export interface Installation {
  readonly dataDir: string;
  readonly bucket: string;
  readonly paths: Readonly<Record<Part, string>>;
}

/** Stores with a server of their own have tools of their own, which see all of it at once. */
const EXTERNAL_STORE_ADVICE = {
  DOCUMENTS_URL: 'only sqlite:<path of a file> is backed up by this command; of MongoDB make a copy with mongodump',
  OBJECTS_URL: 'only file:<path of a directory> is backed up by this command; of a bucket make a copy with mc mirror',
  VECTORS_URL: 'only sqlite:<path of a file> is backed up by this command; of Chroma make a copy of its volume',
} as const;

/** The installation that the environment names. Refuses one with other stores than the embedded ones. */
export function installationOf(env: Env): Installation {
  const { dataDir, stores } = settingsOf(env);
  const found = {
    DOCUMENTS_URL: pathOf('sqlite:', stores.documentsUrl),
    OBJECTS_URL: pathOf('file:', stores.objectsUrl),
    VECTORS_URL: pathOf('sqlite:', stores.vectorsUrl),
  };
  const problems = (['DOCUMENTS_URL', 'OBJECTS_URL', 'VECTORS_URL'] as const).filter((name) => found[name] === null);
  if (problems.length > 0) throw new ConfigError(problems.map((name) => `${name}: ${EXTERNAL_STORE_ADVICE[name]}`));
  return {
    dataDir: resolve(dataDir),
    bucket: stores.bucket,
    paths: {
      documents: found.DOCUMENTS_URL!,
      objects: found.OBJECTS_URL!,
      vectors: found.VECTORS_URL!,
      spool: resolve(dataDir, PARTS.spool),
      simulator: resolve(dataDir, PARTS.simulator),
      secrets: resolve(dataDir, PARTS.secrets),
    },
  };
}

/** The same, all of it in its DATA_DIR: only there is anything restored. */
export function restorableInstallation(env: Env): Installation {
  const installation = installationOf(env);
  const { dataDir, paths } = installation;
  const variables = { documents: 'DOCUMENTS_URL', objects: 'OBJECTS_URL', vectors: 'VECTORS_URL' } as const;
  const elsewhere = (['documents', 'objects', 'vectors'] as const).filter(
    (part) => paths[part] !== join(dataDir, PARTS[part]),
  );
  if (elsewhere.length > 0)
    throw new ConfigError(elsewhere.map((part) => `${variables[part]}: leave it out; DATA_DIR is what is restored`));
  return installation;
}

// What else the environment says is not looked at: a backup must not fail for it.
const settingsOf = ({ DATA_DIR, OBJECTS_BUCKET, DOCUMENTS_URL, OBJECTS_URL, VECTORS_URL }: Env) =>
  readConfig({ DATA_DIR, OBJECTS_BUCKET, DOCUMENTS_URL, OBJECTS_URL, VECTORS_URL }, ['api']);

function pathOf(scheme: string, url: string): string | null {
  const path = url.slice(scheme.length);
  return url.startsWith(scheme) && path !== ':memory:' ? resolve(path) : null;
}
