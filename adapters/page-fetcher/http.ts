import type { IncomingHttpHeaders } from 'node:http';
import type { Clock } from '../../application/ports/clock.ts';
import type { PageAnswer, PageFetcher, PageRequest } from '../../application/ports/page-fetcher.ts';
import { DomainError } from '../../domain/errors.ts';
import type { Network } from '../lib/network.ts';
import { contentKind } from './content-kind.ts';
import { get, type GetReply } from './get.ts';
import { failed, PageFault, refused } from './page-fault.ts';
import { Robots } from './robots.ts';
import { sitemapBytes } from './sitemap-bytes.ts';

/** The product, as servers and their robots.txt know it. */
const PRODUCT = 'voice-agent-platform';
/** Until the end of each response, in ms. */
const TIMEOUT_MS = 30_000;
const REDIRECTS_MAX = 5;
/** RFC 9309: at least 500 KiB of a robots.txt count. In bytes. */
const ROBOTS_BYTES_MAX = 512 * 1_024;
/** Longest validator that is sent back. */
const VALIDATOR_MAX = 512;

interface Parts {
  readonly network: Network;
  readonly clock: Clock;
  /** Resolves when another request may be sent to a host. */
  readonly paced: (host: string, signal: AbortSignal) => Promise<void>;
  readonly bytesMax: number;
  readonly timeoutMs?: number;
}

/**
 * Web pages over HTTP. Every request, those of redirects and for robots.txt included, has a connection of its own and
 * reaches only permitted addresses.
 */
export function httpPageFetcher({ network, clock, paced, bytesMax, timeoutMs = TIMEOUT_MS }: Parts): PageFetcher {
  const parts = { network, clock, timeoutMs };
  const headers = {
    'user-agent': PRODUCT,
    accept: 'text/html,application/xhtml+xml,application/pdf,text/*;q=0.9,*/*;q=0.5',
  };
  const robots = new Robots({
    clock,
    product: PRODUCT,
    get: (url, signal) =>
      followed(url, (each) =>
        get(parts, { url: each, headers, bytesMax: ROBOTS_BYTES_MAX, mayBeCut: true }, signal),
      ).then(({ reply }) => reply),
  });
  return {
    async fetch(page, signal) {
      const hosts = new Set<string>();
      const visit = async (url: URL): Promise<GetReply> => {
        if (!(await robots.mayFetch(url, signal))) throw notAllowed(url);
        if (!hosts.has(url.host)) await paced(url.host, signal);
        hosts.add(url.host);
        return get(parts, { url, headers: { ...headers, ...conditions(page) }, bytesMax }, signal);
      };
      try {
        const { url, reply } = await followed(new URL(page.url), visit);
        if (reply.status !== 200 || !page.isSitemap) return answerOf(page, url, reply, clock.now());
        const bytes = await sitemapBytes(reply.bytes, bytesMax);
        const kind = { type: 'text', charset: null, etag: null, last_modified: null } as const;
        return { kind: 'content', content: { bytes, ...kind } };
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof PageFault) return error.answer;
        if (error instanceof DomainError) return failed(error.message).answer;
        throw error;
      }
    },
  };
}

const notAllowed = ({ origin }: URL): PageFault =>
  refused(
    `${origin}/robots.txt does not allow ${PRODUCT} to fetch this page: allow it there, or upload the page as a file`,
  );

const conditions = ({ etag, last_modified }: PageRequest): Record<string, string> => ({
  ...(etag !== null && { 'if-none-match': etag }),
  ...(last_modified !== null && { 'if-modified-since': last_modified }),
});

/** Follows redirects, but none to an unencrypted connection. */
async function followed(
  start: URL,
  visit: (url: URL) => Promise<GetReply>,
): Promise<{ readonly url: URL; readonly reply: GetReply }> {
  let url = start;
  for (let redirects = 0; ; redirects += 1) {
    const reply = await visit(url);
    const target = redirectOf(reply);
    if (target === null) return { url, reply };
    if (redirects === REDIRECTS_MAX)
      throw refused(`${nameOf(start)} redirects more than ${REDIRECTS_MAX} times: add the address where that ends`);
    url = next(url, target);
  }
}

const nameOf = ({ host, pathname }: URL): string => host + pathname;

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

const redirectOf = ({ status, headers: { location } }: GetReply): string | null =>
  REDIRECTS.has(status) && location !== undefined ? location : null;

function next(from: URL, location: string): URL {
  const url = URL.canParse(location, from.href) ? new URL(location, from.href) : null;
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw refused(`${nameOf(from)} redirects to an address that is not one of the web`);
  if (from.protocol === 'https:' && url.protocol === 'http:')
    throw refused(`${nameOf(from)} redirects to an address that is not encrypted: add that address instead`);
  url.username = '';
  url.password = '';
  url.hash = '';
  return url;
}

function answerOf(page: PageRequest, url: URL, { status, headers, bytes }: GetReply, now: Date): PageAnswer {
  if (status === 200)
    return {
      kind: 'content',
      content: {
        bytes,
        ...contentKind(headers['content-type'] ?? '', url, bytes),
        etag: validator(headers.etag),
        last_modified: validator(headers['last-modified']),
      },
    };
  if (status === 304 && (page.etag !== null || page.last_modified !== null)) return { kind: 'unchanged' };
  throw statusFault(status, url, retryAfterMs(headers, now));
}

function statusFault(status: number, { host }: URL, retryAfter: number | null): PageFault {
  if (status === 404 || status === 410)
    return new PageFault({
      kind: 'missing',
      isPermanent: status === 410,
      problem: `${host} has no page at this address (status ${status}): delete the document, or add the new address`,
    });
  if (status === 401 || status === 403)
    return refused(`${host} does not show this page to strangers (status ${status}): upload it as a file`);
  if (status === 408 || status === 425 || status === 429 || status >= 500)
    return failed(`${host} did not send the page (status ${status})`, retryAfter);
  return refused(`${host} did not send the page (status ${status}): check the address`);
}

/** A validator that can be sent back. */
const validator = (value: string | undefined): string | null =>
  value !== undefined && value.length <= VALIDATOR_MAX && /^[\u0020-\u007E]+$/.test(value) ? value : null;

/** Seconds or a date. */
function retryAfterMs({ 'retry-after': value }: IncomingHttpHeaders, now: Date): number | null {
  if (value === undefined) return null;
  const ms = /^\d{1,9}$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - now.getTime();
  return Number.isFinite(ms) && ms > 0 ? ms : null;
}
