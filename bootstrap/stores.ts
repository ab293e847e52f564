import type { Engine } from '../adapters/documents/collection.ts';
import type { Mailer } from '../application/ports/mailer.ts';
import type { ObjectStore } from '../application/ports/objects.ts';

/** One way to keep things: how its URL is written, and how what follows the scheme is opened. */
interface Kind<Store, Extra extends unknown[]> {
  readonly form: string;
  open(place: string, ...extra: Extra): Promise<Store>;
}

type Kinds<Store, Extra extends unknown[] = []> = Readonly<Record<string, Kind<Store, Extra>>>;

/** Who keeps documents, by the scheme of DOCUMENTS_URL. Drivers are loaded only when they are chosen. */
export const documentKinds: Kinds<Engine> = {
  sqlite: {
    form: 'sqlite:<path of a file>',
    open: async (path) => (await import('../adapters/documents/engines/sqlite.ts')).sqliteEngine(path),
  },
};

/** Who keeps objects, by the scheme of OBJECTS_URL. */
export const objectKinds: Kinds<ObjectStore, [bucket: string]> = {
  file: {
    form: 'file:<path of a directory>',
    open: async (path, bucket) => (await import('../adapters/objects/filesystem.ts')).filesystemObjects(path, bucket),
  },
};

/** Who takes mail, by the scheme of MAIL_URL. */
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

/** The documents' engine at this URL. */
export const openDocuments = (url: string): Promise<Engine> => open(documentKinds, url);

/** The store of objects at this URL, keeping them under this bucket. */
export const openObjects = (url: string, bucket: string): Promise<ObjectStore> => open(objectKinds, url, bucket);

/** Whoever takes mail at this URL, sent by this address. */
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
