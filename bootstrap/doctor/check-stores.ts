import { randomUUID } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fernetCipher } from '../../adapters/cipher/fernet.ts';
import type { DocumentStore } from '../../adapters/documents/collection.ts';
import { probeDocuments } from '../../adapters/documents/health.ts';
import { everyProviderAuth } from '../../adapters/documents/provider-auths.ts';
import { documentStoreFormat } from '../../adapters/documents/store-format.ts';
import { hmacObjectLinks } from '../../adapters/lib/object-links.ts';
import { storeFaultOf } from '../../adapters/lib/store-faults.ts';
import { probeObjects } from '../../adapters/objects/probe.ts';
import { withTimeout } from '../../application/with-timeout.ts';
import type { Clock } from '../../application/ports/clock.ts';
import { unsealed } from '../../domain/credentials/provider-auth.ts';
import { requireUsableFormat } from '../../domain/upgrades/store-format.ts';
import type { Config } from '../config.ts';
import { readKeys } from '../secrets.ts';
import { openDocuments, openObjects, openVectors } from '../stores.ts';
import { ANSWER_MS, fault, fine, reasonOf, type Diagnosis } from './findings.ts';

/** Nothing is logged: the findings say it. */
const QUIET = { debug() {}, info() {}, warn() {}, error() {}, child: () => QUIET };

interface Store {
  readonly setting: string;
  readonly url: string;
  /** Opens the store, tries it, and answers what else was found in it. */
  readonly attempt: () => Promise<readonly Diagnosis[]>;
}

/** Whether the stores can be used. What a first start would make is not made. */
export async function checkStores(config: Config, clock: Clock): Promise<readonly Diagnosis[]> {
  const { documentsUrl, objectsUrl, vectorsUrl, bucket } = config.stores;
  const links = hmacObjectLinks({ secret: '', path: '/' }, clock);
  const all: readonly Store[] = [
    { setting: 'DOCUMENTS_URL', url: documentsUrl, attempt: () => tryDocuments(config, clock) },
    {
      ...{ setting: 'OBJECTS_URL', url: objectsUrl },
      attempt: async () => (await probeObjects(await openObjects(objectsUrl, bucket, links))(), []),
    },
    { setting: 'VECTORS_URL', url: vectorsUrl, attempt: () => tryVectors(vectorsUrl) },
  ];
  const used = config.services.includes('api') ? all : all.filter(({ setting }) => setting === 'OBJECTS_URL');
  const wanted = config.services.some((service) => service === 'api' || service === 'runtime') ? used : [];
  const found = await Promise.all(wanted.map((store) => tried(store, clock)));
  return found.flat();
}

async function tried({ setting, url, attempt }: Store, clock: Clock): Promise<readonly Diagnosis[]> {
  const path = pathIn(url);
  try {
    if (path !== null) await requireRoom(directoryFor(path));
    if (path !== null && !existsSync(path)) return [fine(`${setting}: ${path} is made when it is needed`)];
    const found = await withTimeout(clock, ANSWER_MS, attempt);
    return [fine(`${setting}: ${path ?? `the ${url.slice(0, url.indexOf(':'))} server`} takes writes`), ...found];
  } catch (error) {
    const where = path ?? `the ${url.slice(0, url.indexOf(':'))} server`;
    const fix = storeFaultOf(error) === 'damaged' ? RESTORE : path === null ? serverFix(setting) : PLACE_FIX;
    return [fault(`${setting}: ${where} cannot be used: ${reasonOf(error)}`, fix)];
  }
}

const RESTORE =
  'Restore the last backup, with the same DATA_DIR: npm run restore -- <directory of the backup> --replace';
const PLACE_FIX = 'Let this user write there, free space, or set this setting or DATA_DIR to another place.';
const serverFix = (setting: string): string =>
  `Start the server, or correct ${setting}: its host, its port and its credentials.`;

const PROBE_BYTES = 65_536;

/** Writes a file into this directory and removes it: rights do not say that a disk is full, or takes no files. */
async function requireRoom(directory: string): Promise<void> {
  const probe = join(directory, `.doctor-${randomUUID()}`);
  try {
    await writeFile(probe, Buffer.alloc(PROBE_BYTES));
  } finally {
    await rm(probe, { force: true }).catch(() => undefined);
  }
}

/** The file or directory of an embedded store, and null for a server. */
function pathIn(url: string): string | null {
  const [, path] = /^(?:sqlite|file):(.+)$/.exec(url) ?? [];
  return path === undefined || path === ':memory:' ? null : resolve(path);
}

/** Where the files of a store are written, or the directory in which its place is made: what is above may be of others. */
function directoryFor(path: string): string {
  if (!existsSync(path)) return existingAbove(path);
  return statSync(path).isDirectory() ? path : dirname(path);
}

const existingAbove = (path: string): string => {
  const above = dirname(path);
  return existsSync(above) || above === path ? above : existingAbove(above);
};

const tryDocuments = (config: Config, clock: Clock): Promise<readonly Diagnosis[]> =>
  withDocuments(config, async (documents) => {
    await probeDocuments(documents, clock)();
    return storedKeys(config, documents, clock);
  });

/** Opens the document store for a check. Rejects with the reason when it cannot be used. */
export async function withDocuments<T>({ stores }: Config, work: (store: DocumentStore) => Promise<T>): Promise<T> {
  const documents = await openDocuments(stores.documentsUrl, QUIET);
  try {
    await documents.ping();
    requireUsableFormat((await (await documentStoreFormat(documents))()) ?? 0);
    return await work(documents);
  } finally {
    await documents.close();
  }
}

/** Whether a store is a file that the first start makes. */
export function isUnmade(url: string): boolean {
  const path = pathIn(url);
  return path !== null && !existsSync(path);
}

/** Whether the vendor keys of organisations can be decrypted with the present key. */
async function storedKeys(config: Config, documents: DocumentStore, clock: Clock): Promise<readonly Diagnosis[]> {
  // Why keys cannot be read is found by their own check.
  const keys = (await readKeys(config).catch(() => null))?.keys;
  if (keys === undefined) return [];
  const cipher = fernetCipher(keys.providerAuthEncryptionKey, clock);
  let [count, lost] = [0, 0];
  for await (const { auth } of everyProviderAuth(documents)) {
    count += 1;
    try {
      unsealed(auth, cipher.decrypt);
    } catch {
      lost += 1;
    }
  }
  if (lost === 0) return count === 0 ? [] : [fine(`${count} stored vendor keys can be read`)];
  const fix =
    'Set PROVIDER_AUTH_ENCRYPTION_KEY to the key they were stored with (secrets.env of a backup), or store them again.';
  return [fault(`${lost} of ${count} stored vendor keys cannot be decrypted`, fix)];
}

async function tryVectors(url: string): Promise<readonly Diagnosis[]> {
  const vectors = await openVectors(url);
  try {
    for await (const _ of vectors.documents()) break;
    return [];
  } finally {
    await vectors.close();
  }
}
