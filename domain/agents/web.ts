import { invalid } from '../errors.ts';
import { readEach, readFields, readInteger, readObject, readTexts } from './json-readers.ts';

/** Which pages may call an agent, and how often. What is absent is not limited. */
export interface AgentWeb {
  /** Origins, or `https://*.example.com` for all names below one. */
  readonly allowed_origins?: readonly string[];
  readonly visitor_calls_at_once?: number;
  readonly visitor_calls_per_hour?: number;
  /** Of all visitors together. */
  readonly calls_per_minute?: number;
}

const ORIGINS_MAX = 50;
const ORIGIN_LENGTH_MAX = 300;
const AT_ONCE = { minimum: 1, maximum: 100 } as const;
const PER_HOUR = { minimum: 1, maximum: 1_000 } as const;
const PER_MINUTE = { minimum: 1, maximum: 10_000 } as const;
const ANY_NAME = '*.';
/** Stands for the names below another one while it is parsed as a URL. */
const SOME_NAME = 'any-name.';

/**
 * What browsers send for pages without an origin of their own, such as sandboxed frames and files (RFC 6454). It says
 * nothing about the page, and anyone can make one, so that no list can allow it.
 */
export const OPAQUE_ORIGIN = 'null';

/** Why a page with that origin may not call, and what to do. It fits into the reason of a close frame. */
export const OPAQUE_REFUSED =
  'Origin null not allowed: serve the page over https, and add allow-same-origin to a sandboxed frame';

/** Parses the section from untyped JSON. Null when nothing is given. */
export function parseWeb(input: unknown): AgentWeb | null {
  const given = readObject(input, 'web');
  if (!given) return null;
  const at = (name: keyof AgentWeb): [unknown, string] => [given[name], `web.${name}`];
  const { allowed_origins, ...limits } = readFields(given, 'web', {
    allowed_origins: () => parseOrigins(...at('allowed_origins')),
    visitor_calls_at_once: () => readInteger(...at('visitor_calls_at_once'), AT_ONCE),
    visitor_calls_per_hour: () => readInteger(...at('visitor_calls_per_hour'), PER_HOUR),
    calls_per_minute: () => readInteger(...at('calls_per_minute'), PER_MINUTE),
  });
  const present = Object.entries(limits).filter(([, value]) => value !== null);
  const web: AgentWeb = { ...(allowed_origins.length > 0 && { allowed_origins }), ...Object.fromEntries(present) };
  return Object.keys(web).length === 0 ? null : web;
}

function parseOrigins(value: unknown, path: string): readonly string[] {
  const texts = readTexts(value, path) ?? [];
  if (texts.length > ORIGINS_MAX) throw invalid(`${path} must have at most ${ORIGINS_MAX} items`);
  const origins = readEach(texts.map((text, index) => () => parseOrigin(text, `${path}[${index}]`)));
  return [...new Set(origins)];
}

function parseOrigin(text: string, path: string): string {
  if (text.trim() === OPAQUE_ORIGIN)
    throw invalid(`${path} must not be null, the origin that all sandboxed frames and files of any site share`);
  const pattern = originPattern(text.trim());
  if (pattern === null)
    throw invalid(
      `${path} must be an origin such as https://shop.example.com or https://*.example.com, without a path`,
    );
  return pattern;
}

/** An origin in the form that browsers send, with its wildcard if it has one. Null: it is none. */
function originPattern(text: string): string | null {
  const isWild = text.includes(`//${ANY_NAME}`);
  const origin = originOf(isWild ? text.replace(`//${ANY_NAME}`, `//${SOME_NAME}`) : text);
  if (!isWild || origin === null) return origin;
  // Names below `com` belong to many.
  const isOwn = origin.slice(origin.indexOf(SOME_NAME) + SOME_NAME.length).includes('.');
  return isOwn ? origin.replace(SOME_NAME, ANY_NAME) : null;
}

/** The origin that a text is, in the form that browsers send. Null: it is none. */
export function originOf(text: string): string | null {
  if (text.length > ORIGIN_LENGTH_MAX || !/^https?:\/\/[^/?#@*\s]+$/i.test(text) || !URL.canParse(text)) return null;
  return new URL(text).origin;
}

/** Whether the section lets pages of this origin call the agent. Null: it does not limit origins. */
export function allowsOrigin({ allowed_origins: allowed }: AgentWeb, origin: string): boolean | null {
  return allowed ? allowed.some((pattern) => covers(pattern, origin)) : null;
}

function covers(pattern: string, origin: string): boolean {
  const at = pattern.indexOf(`//${ANY_NAME}`);
  if (at === -1) return pattern === origin;
  const [scheme, below] = [pattern.slice(0, at + 2), pattern.slice(at + 3)];
  return origin.startsWith(scheme) && origin.endsWith(below) && origin.length > scheme.length + below.length;
}
