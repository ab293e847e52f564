/** A line `Allow` or `Disallow` of a robots.txt that applies to us. */
export interface RobotsRule {
  readonly isAllowed: boolean;
  readonly path: string;
}

interface Group {
  readonly agents: string[];
  readonly rules: RobotsRule[];
  /** Whether a rule came, so that the next agent begins another group. */
  isComplete: boolean;
}

const LINE = /^[ \t]*([A-Za-z-]{1,30})[ \t]*:([^#]*)/;
/** The name of a product, or any. */
const AGENT = /^(?:\*|[a-z_-]+)/;
const RULES = new Set(['allow', 'disallow']);

/** Lines per step, and characters in them. */
const LINES_AT_ONCE = 500;
const CHARACTERS_AT_ONCE = 16_384;
/** Longest line, in characters. The rest is ignored, as by other robots: no address is as long. */
const LINE_MAX = 16_384;

/**
 * The rules of a robots.txt for a product, by RFC 9309: of all groups that name it, else of those for `*`. Yields between
 * steps, because a file can be long.
 */
export function* robotsRules(text: string, product: string): Generator<void, RobotsRule[]> {
  const groups: Group[] = [];
  let [lines, characters] = [0, 0];
  for (const whole of text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)) {
    const line = whole.slice(0, LINE_MAX);
    [lines, characters] = [lines + 1, characters + line.length];
    if (lines === LINES_AT_ONCE || characters >= CHARACTERS_AT_ONCE) {
      yield;
      [lines, characters] = [0, 0];
    }
    const [, name = '', value = ''] = LINE.exec(line) ?? [];
    readLine(groups, name.toLowerCase(), value.trim());
  }
  const named = groups.filter(({ agents }) => agents.includes(product));
  const chosen = named.length > 0 ? named : groups.filter(({ agents }) => agents.includes('*'));
  return chosen.flatMap(({ rules }) => rules);
}

function readLine(groups: Group[], name: string, value: string): void {
  const last = groups.at(-1);
  if (name === 'user-agent') {
    const agent = AGENT.exec(value.toLowerCase())?.[0] ?? '';
    if (last && !last.isComplete) last.agents.push(agent);
    else groups.push({ agents: [agent], rules: [], isComplete: false });
  } else if (last && RULES.has(name)) {
    last.isComplete = true;
    if (value !== '') last.rules.push({ isAllowed: name === 'allow', path: comparable(value) });
  }
}

/** Whether a path with its query may be fetched: the longest rule that matches decides, and `Allow` of two equal ones. */
export function* isPathAllowed(rules: readonly RobotsRule[], pathAndQuery: string): Generator<void, boolean> {
  const path = comparable(pathAndQuery);
  let best: RobotsRule | null = null;
  for (const rule of rules) {
    if (matches(rule.path, path) && isStronger(rule, best)) best = rule;
    yield;
  }
  return best?.isAllowed ?? true;
}

const isStronger = (rule: RobotsRule, best: RobotsRule | null): boolean =>
  best === null || rule.path.length > best.path.length || (rule.path.length === best.path.length && rule.isAllowed);

/** Whether a pattern matches the beginning of a path. `*` stands for any characters, and a `$` at the end for the end. */
function matches(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith('$');
  const [first = '', ...others] = (isWhole ? pattern.slice(0, -1) : pattern).split('*');
  if (!path.startsWith(first)) return false;
  const last = others.pop();
  if (last === undefined) return !isWhole || path.length === first.length;
  let at = first.length;
  for (const part of others) {
    const found = path.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return isWhole ? path.length - last.length >= at && path.endsWith(last) : path.includes(last, at);
}

const UNRESERVED = /[A-Za-z0-9._~-]/;

/** The same text for the same path, however it is encoded. */
function comparable(text: string): string {
  const encoded = text.replace(/[^\u0021-\u007E]/gu, (character) =>
    /\p{Cs}/u.test(character) ? '%EF%BF%BD' : encodeURIComponent(character),
  );
  return encoded.replace(/%([0-9A-Fa-f]{2})/g, (escaped, digits: string) => {
    const character = String.fromCharCode(Number.parseInt(digits, 16));
    return UNRESERVED.test(character) ? character : escaped.toUpperCase();
  });
}
