import { readAll } from '../agents/json-readers.ts';
import { invalid } from '../errors.ts';
import { cut } from '../bounded-text.ts';
import { oneLine } from '../plain-text.ts';
import { addressIn } from '../providers/hosts.ts';
import type { ContentBlock } from './blocks.ts';
import { isoAfter } from '../expiry.ts';

/** How often a web page is checked automatically. */
export const REFRESH_INTERVALS = ['manual', 'daily', 'weekly'] as const;
export type RefreshInterval = (typeof REFRESH_INTERVALS)[number];

/** The web page that a document is made of, and what its last check found. Moments are ISO 8601. */
export interface WebPage {
  readonly url: string;
  /** Validators of the content, for conditional requests. */
  readonly etag: string | null;
  readonly last_modified: string | null;
  readonly checked_at: string | null;
  /** When the present content was found. */
  readonly changed_at: string | null;
  /** Why the last check failed, as a sentence for users. */
  readonly problem: string | null;
  /** Failed checks since the last one that succeeded or was final. */
  readonly failures: number;
  /** New content is being stored. If that was interrupted, the file and the text index may be those of either content. */
  readonly is_pending: boolean;
}

const URL_MAX = 2_048;
const NAME_MAX = 200;
const HOUR_MS = 3_600_000;

/** Validates a request for a web page and reports every problem at once. */
export const parseWebPage = ({ url, refresh = 'weekly' }: { readonly url: string; readonly refresh?: string }) =>
  readAll({ url: () => parsePageUrl(url), refresh: () => parseInterval(refresh) });

/** The address of a page, without a fragment. */
export function parsePageUrl(text: string): string {
  const url = text.length <= URL_MAX ? addressIn(text.trim()) : null;
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw invalid(`url must be an http or https URL of at most ${URL_MAX} characters`);
  if (url.username !== '' || url.password !== '') throw invalid('url must not contain a user name or a password');
  url.hash = '';
  if (url.href.length > URL_MAX) throw invalid(`url must be an http or https URL of at most ${URL_MAX} characters`);
  return url.href;
}

export function parseInterval(text: string): RefreshInterval {
  const known = REFRESH_INTERVALS.find((each) => each === text);
  if (!known) throw invalid(`refresh must be one of ${REFRESH_INTERVALS.join(', ')}`);
  return known;
}

/** A page that was never checked. */
export const newWebPage = (url: string): WebPage => ({
  url,
  etag: null,
  last_modified: null,
  checked_at: null,
  changed_at: null,
  problem: null,
  failures: 0,
  is_pending: false,
});

const INTERVALS_MS: Readonly<Record<RefreshInterval, number | null>> = {
  manual: null,
  daily: 24 * HOUR_MS,
  weekly: 7 * 24 * HOUR_MS,
};

/** When a page is checked next. Null: only on request. */
export function dueAfterInterval(refresh: RefreshInterval, now: Date): string | null {
  const ms = INTERVALS_MS[refresh];
  return ms === null ? null : isoAfter(now, ms);
}

/** Delays after temporary failures, in ms. */
const RETRY_DELAYS_MS: readonly number[] = [10_000, 60_000, 300_000];
/** Longest delay that a server may ask for, in ms. */
const RETRY_AFTER_MAX_MS = HOUR_MS;
/** Checks of a page that was there and is not found any more, and their distance in ms. */
const MISSING = { checks: 3, everyMs: HOUR_MS } as const;

/** When a check is repeated after this number of consecutive temporary failures. Null: not before the interval. */
export function dueAfterFailure(failures: number, retryAfterMs: number | null, now: Date): string | null {
  const delay = RETRY_DELAYS_MS[failures - 1];
  return delay === undefined ? null : isoAfter(now, Math.max(delay, Math.min(retryAfterMs ?? 0, RETRY_AFTER_MAX_MS)));
}

/** When a page is checked again that was missing in this number of consecutive checks. Null: it is considered removed. */
export const dueAfterMissing = (failures: number, now: Date): string | null =>
  failures >= MISSING.checks ? null : isoAfter(now, MISSING.everyMs);

/** The name of a page: its main heading or title, else the end of its address. */
export function nameOfPage(url: string, blocks: readonly ContentBlock[]): string {
  const headings = blocks.flatMap((block) => (block.kind === 'heading' && block.text.trim() !== '' ? [block] : []));
  const main = headings.find(({ level }) => level === 1) ?? headings[0];
  const title = main === undefined ? '' : oneLine(main.text, NAME_MAX);
  return title === '' ? addressName(url) : title;
}

/** An address as a name: without scheme and parameters, which may hold a token. */
export function addressName(url: string): string {
  const { host, pathname } = new URL(url);
  return cut(oneLine(host + (pathname === '/' ? '' : decoded(pathname)), NAME_MAX), NAME_MAX);
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Error message for a page that was read and has no text. */
export const NO_TEXT_IN_PAGE =
  'The page contains no text. Pages that are filled by scripts cannot be read: save what it shows as a file, and upload that.';
