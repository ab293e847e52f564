import { isIP } from 'node:net';
import { withoutClosingSlashes } from '../domain/plain-text.ts';

/** Why a setting is invalid, phrased as what to write instead. Never contains the value, which may be a secret. */
export class SettingError {
  readonly advice: string;

  constructor(advice: string) {
    this.advice = advice;
  }
}

/** Parses the trimmed, non-empty text of a variable. */
export type Reader<T> = (text: string) => T | SettingError;

/** Reads one variable. Returns the fallback when it is missing or blank. */
export type Read = <T, F>(name: string, reader: Reader<T>, fallback: F) => T | F;

/** Any text. */
export const anyText: Reader<string> = (text) => text;

/** A decimal integer within the bounds. */
export const wholeNumber =
  (least: number, most = Number.MAX_SAFE_INTEGER): Reader<number> =>
  (text) => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    const range = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`;
    return new SettingError(`write a whole number ${range}`);
  };

/** Carriers with a configurable dial rate. */
export const PACED_CARRIERS = ['plivo', 'vobiz', 'twilio', 'telnyx', 'vonage', 'exotel'] as const;

/** Dials per second by carrier, separated by commas, for example `twilio=10,vobiz=5`. */
export const dialRates: Reader<Readonly<Record<string, number>>> = (text) => {
  const rates = text.split(',').map((each): readonly [string, number] | null => {
    const [name = '', rate = '', ...rest] = each.trim().split('=');
    const dials = wholeNumber(1, 1_000)(rate);
    const isKnown = PACED_CARRIERS.some((carrier) => carrier === name) && rest.length === 0;
    return isKnown && typeof dials === 'number' ? [name, dials] : null;
  });
  const known = rates.filter((rate) => rate !== null);
  return known.length === rates.length
    ? Object.fromEntries(known)
    : new SettingError(`write dials a second of ${PACED_CARRIERS.join(', ')}, such as twilio=10,vobiz=5`);
};

/** One of the given values. */
export const oneOf =
  <const W extends string>(choices: readonly W[]): Reader<W> =>
  (text) =>
    choices.find((choice) => choice === text) ?? new SettingError(`write one of ${choices.join(', ')}`);

/** Host name or IP address to listen on, without scheme or port. */
export const host: Reader<string> = (text) =>
  /^[A-Za-z0-9.-]+$|^[0-9a-fA-F:]+$/.test(text)
    ? text
    : new SettingError('write a host name or an address such as 127.0.0.1 or 0.0.0.0');

/** URL path prefix, for example `/api/v1`. */
export const pathPrefix: Reader<string> = (text) =>
  /^(\/[A-Za-z0-9._~-]+)+$/.test(text)
    ? text
    : new SettingError('write a path that begins with a slash and does not end with one, such as /api/v1');

/** Bucket name that is valid in every object store. */
export const bucketName: Reader<string> = (text) =>
  /^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/.test(text)
    ? text
    : new SettingError('write 3 to 63 lower-case letters, digits and hyphens, such as voice-artifacts');

/** Store URL of a supported scheme, in the form of its kind. */
export const storeUrl =
  (kinds: Kinds): Reader<string> =>
  (text) => {
    const scheme = /^([a-z][a-z0-9+]*):./.exec(text)?.[1] ?? '';
    const kind = Object.hasOwn(kinds, scheme) ? kinds[scheme] : undefined;
    return kind && (kind.isUsable?.(text) ?? true) ? text : unsupported(kinds);
  };

type Kinds = Readonly<Record<string, { readonly form: string; readonly isUsable?: (url: string) => boolean }>>;

const unsupported = (kinds: Kinds): SettingError =>
  new SettingError(
    `write a URL of a scheme that is supported: ${Object.values(kinds)
      .map(({ form }) => form)
      .join(' or ')}`,
  );

/** Mail transport URL of a supported scheme. Anything but a directory needs a host. */
export const mailUrl =
  (kinds: Kinds): Reader<string> =>
  (text) => {
    const isPlaced = text.startsWith('file:') || (URL.canParse(text) && new URL(text).hostname !== '');
    return isPlaced ? storeUrl(kinds)(text) : unsupported(kinds);
  };

/** Sender address of mails, without a display name. */
export const senderAddress: Reader<string> = (text) =>
  /^[^\s@<>,;:"()]+@[^\s@<>,;:"()]+$/.test(text)
    ? text
    : new SettingError('write an e-mail address such as no-reply@example.com');

/** URL of an HTTP service, without the trailing slash. */
export const serviceUrl: Reader<string> = (text) => {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url && isHttp(url) && url.search === '' && url.hash === ''
    ? withoutClosingSlashes(text)
    : new SettingError('write a URL without a query, such as http://127.0.0.1:8000/api/v1');
};

/** URL of a model server. The path defaults to /v1. */
export const modelServer: Reader<string> = (text) => {
  const url = serviceUrl(text);
  if (url instanceof SettingError || new URL(url).username !== '')
    return new SettingError('write a URL such as http://127.0.0.1:11434/v1, without a user or a query');
  return new URL(url).pathname === '/' ? `${url}/v1` : url;
};

/** URL of an embedding server or of its /embeddings or /embed route. */
export const embeddingServer: Reader<string> = (text) => modelServer(text.replace(/\/embed(?:dings)?\/*$/, ''));

/** URL of a reranking server or of its /rerank route. */
export const rerankingServer: Reader<string> = (text) => modelServer(text.replace(/\/rerank\/*$/, ''));

/** URLs of model servers, separated by commas. */
export const modelServers: Reader<readonly string[]> = (text) => {
  const listed = text.split(',').map((url) => modelServer(url.trim()));
  const wrong = listed.find((url) => url instanceof SettingError);
  return wrong ?? listed.filter((url) => typeof url === 'string');
};

/** Models of this number of servers, separated by commas: one for all, or one for each. */
export const modelNames =
  (servers: number): Reader<readonly string[]> =>
  (text) => {
    const listed = text.split(',').map((name) => name.trim());
    return listed.every((name) => name !== '') && (listed.length === 1 || listed.length === servers)
      ? listed
      : new SettingError('write one model, or one for each of the servers, separated by commas');
  };

/** Origins of browser pages, separated by commas, or `*` for all. */
export const origins: Reader<readonly string[] | '*'> = (text) => {
  if (text === '*') return text;
  const listed = text.split(',').map((origin) => origin.trim());
  return listed.every(isOrigin)
    ? listed
    : new SettingError('write * or origins separated by commas, such as https://app.example.com,http://localhost:3000');
};

/** Origins of HTTP servers, separated by commas. */
export const upstreamOrigins: Reader<readonly string[]> = (text) => {
  const listed = text.split(',').map((origin) => origin.trim());
  return listed.every(isOrigin)
    ? listed
    : new SettingError('write origins separated by commas, such as http://127.0.0.1:11434,http://gpu.internal:8000');
};

/** Proxies whose forwarded headers are trusted: their number or addresses. False: none. */
export const trustedProxies: Reader<false | number | readonly string[]> = (text) => {
  if (/^(off|false|0)$/.test(text)) return false;
  if (/^[1-9]\d?$/.test(text)) return Number(text);
  const listed = text.split(',').map((proxy) => proxy.trim());
  return listed.every(isProxy)
    ? listed
    : new SettingError('write off, the number of proxies in front, or their addresses, such as 10.0.0.0/8,loopback');
};

const isProxy = (text: string): boolean => {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', bits = '0', ...rest] = text.split('/');
  const widest = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= widest;
};

const isHttp = (url: URL): boolean => url.protocol === 'http:' || url.protocol === 'https:';

const isOrigin = (text: string): boolean => {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url !== null && isHttp(url) && url.origin === text;
};
