import { BoundedMap } from '../../application/bounded-map.ts';
import type { Clock } from '../../application/ports/clock.ts';
import { TimeSlices } from '../lib/time-slices.ts';
import type { GetReply } from './get.ts';
import { failed } from './page-fault.ts';
import { isPathAllowed, robotsRules, type RobotsRule } from './robots-rules.ts';

/** RFC 9309: a robots.txt is not used for longer. In ms. */
const KEPT_MS = 24 * 3_600_000;
/** Sites whose rules are remembered. */
const SITES = 1_000;
/** Rules that are remembered of a site, and characters in them. One with more is asked each time. */
const RULES_KEPT = 2_000;
const CHARACTERS_KEPT = 32_768;

interface RobotsParts {
  readonly clock: Pick<Clock, 'monotonic'>;
  /** The product that rules name, in lower case. */
  readonly product: string;
  /** Fetches a robots.txt and follows redirects. */
  readonly get: (url: URL, signal: AbortSignal) => Promise<GetReply>;
}

/** What sites allow robots to fetch, by RFC 9309. Each process remembers the rules of a site for a day. */
export class Robots {
  readonly #parts: RobotsParts;
  readonly #sites = new BoundedMap<string, { readonly rules: readonly RobotsRule[]; readonly until: number }>(SITES);
  readonly #slices = new TimeSlices();

  constructor(parts: RobotsParts) {
    this.#parts = parts;
  }

  /** Whether a page may be fetched. Rejects with a `PageFault` when its site does not say. */
  async mayFetch({ origin, pathname, search }: URL, signal: AbortSignal): Promise<boolean> {
    const rules = await this.#rulesOf(origin, signal);
    const isAllowed = await this.#slices.run(isPathAllowed(rules, pathname + search), signal);
    signal.throwIfAborted();
    return isAllowed === true;
  }

  async #rulesOf(origin: string, signal: AbortSignal): Promise<readonly RobotsRule[]> {
    const { clock, product, get } = this.#parts;
    const known = this.#sites.get(origin);
    if (known && clock.monotonic() < known.until) return known.rules;
    const url = new URL('/robots.txt', origin);
    const { status, bytes } = await get(url, signal);
    // A site without rules allows everything. One that is out of order has to be left alone.
    if (status === 429 || status >= 500 || status < 200)
      throw failed(`${url.href} cannot be read (status ${status}), so it is unknown whether pages may be fetched`);
    const text = status === 200 ? new TextDecoder().decode(bytes) : '';
    const rules = (await this.#slices.run(robotsRules(text, product), signal)) ?? [];
    signal.throwIfAborted();
    if (mayBeKept(rules)) this.#sites.set(origin, { rules, until: clock.monotonic() + KEPT_MS });
    return rules;
  }
}

/** Whether rules are short enough for those of all remembered sites to fit into the memory. */
const mayBeKept = (rules: readonly RobotsRule[]): boolean =>
  rules.length <= RULES_KEPT && rules.reduce((sum, { path }) => sum + path.length, 0) <= CHARACTERS_KEPT;
