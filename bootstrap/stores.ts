import type { DocumentStore } from '../adapters/documents/collection.ts';
import type { ListedObjects, ListedVectors } from '../adapters/lib/listed-stores.ts';
import type { ObjectLinks } from '../adapters/lib/object-links.ts';
import { S3_FORM, s3Address } from '../adapters/objects/s3-address.ts';
import type { Log } from '../application/ports/log.ts';
import type { Mailer } from '../application/ports/mailer.ts';

/** One type of store: the form of its URL and how to open it. */
interface Kind<Store, Extra extends unknown[]> {
  readonly form: string;
  /** Whether the URL is valid for this type. Absent: any URL of the scheme is. */
  readonly isUsable?: (url: string) => boolean;
  open(place: string, ...extra: Extra): Promise<Store>;
}

type Kinds<Store, Extra extends unknown[] = []> = Readonly<Record<string, Kind<Store, Extra>>>;

/** Document stores by the scheme of DOCUMENTS_URL. Drivers are imported on demand. */
export const documentKinds: Kinds<DocumentStore, [log: Log]> = {
  sqlite: {
    form: 'sqlite:<path of a file>',
    open: async (path) => (await import('../adapters/documents/drivers/sqlite.ts')).sqliteEngine(path),
  },
  mongodb: mongoKind('mongodb'),
  'mongodb+srv': mongoKind('mongodb+srv'),
};

function mongoKind(scheme: string): Kind<DocumentStore, [log: Log]> {
  return {
    form: `${scheme}://<user>:<password>@<host>:<port>/<database>`,
    isUsable: (url) => /^[^/]+\/\/([^@/]*@)?[^@/?]+(\/[^/]*)?$/.test(url),
    open: async (place, log) =>
      (await import('../adapters/documents/drivers/mongo.ts')).mongoEngine(`${scheme}:${place}`, log),
  };
}

/** Object stores by the scheme of OBJECTS_URL. */
export const objectKinds: Kinds<ListedObjects, [bucket: string, links: ObjectLinks]> = {
  file: {
    form: 'file:<path of a directory>',
    open: async (path, bucket, links) =>
      (await import('../adapters/objects/filesystem.ts')).filesystemObjects(path, bucket, links),
  },
  s3: s3Kind('s3'),
  s3s: s3Kind('s3s'),
};

function s3Kind(scheme: string): Kind<ListedObjects, [bucket: string, links: ObjectLinks]> {
  return {
    form: scheme + S3_FORM,
    isUsable: (url) => s3Address(url) !== null,
    async open(place, bucket) {
      const address = s3Address(`${scheme}:${place}`);
      if (!address) throw new Error(`Write the URL of the objects as ${scheme}${S3_FORM}`);
      return (await import('../adapters/objects/minio.ts')).minioObjects(address, bucket);
    },
  };
}

/** Vector stores by the scheme of VECTORS_URL. */
export const vectorKinds: Kinds<ListedVectors> = {
  sqlite: {
    form: 'sqlite:<path of a file>',
    open: async (path) => (await import('../adapters/vectors/sqlite.ts')).sqliteVectors(path),
  },
  http: chromaKind('http'),
  https: chromaKind('https'),
};

function chromaKind(scheme: string): Kind<ListedVectors, []> {
  return {
    form: `${scheme}://<host>:<port>`,
    isUsable: (url) => URL.canParse(url),
    open: async (place) => (await import('../adapters/vectors/chroma.ts')).chromaVectors(`${scheme}:${place}`),
  };
}

/** Mail transports by the scheme of MAIL_URL. */
export const mailKinds: Kinds<Mailer, [from: string]> = {
  file: {
    form: 'file:<path of a directory>',
    open: async (path, from) => (await import('../adapters/mailer/outbox.ts')).outboxMailer(path, from),
  },
  smtp: {
    form: 'smtp://<user>:<password>@<host>:<port>',
    open: async (place, from) => (await import('../adapters/mailer/smtp.ts')).smtpMailer(`smtp:${place}`, from),
  },
  smtps: {
    form: 'smtps://<user>:<password>@<host>:<port>',
    open: async (place, from) => (await import('../adapters/mailer/smtp.ts')).smtpMailer(`smtps:${place}`, from),
  },
};

/** Opens the document store at this URL. A client of a database server logs when the server is lost and found. */
export const openDocuments = (url: string, log: Log): Promise<DocumentStore> => open(documentKinds, url, log);

/** Opens the object store at this URL with this bucket. `links` serves stores without their own server. */
export const openObjects = (url: string, bucket: string, links: ObjectLinks): Promise<ListedObjects> =>
  open(objectKinds, url, bucket, links);

/** Opens the vector store at this URL. */
export const openVectors = (url: string): Promise<ListedVectors> => open(vectorKinds, url);

/** Opens the mail transport at this URL with this sender address. */
export const openMailer = (url: string, from: string): Promise<Mailer> => open(mailKinds, url, from);

async function open<Store, Extra extends unknown[]>(
  kinds: Kinds<Store, Extra>,
  url: string,
  ...extra: Extra
): Promise<Store> {
  const [scheme = ''] = url.split(':', 1);
  const kind = Object.hasOwn(kinds, scheme) ? kinds[scheme] : undefined;
  if (!kind)
    throw new Error(`No store is known for the scheme of this URL; known are ${Object.keys(kinds).join(', ')}`);
  return kind.open(url.slice(scheme.length + 1), ...extra);
}
