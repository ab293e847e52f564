import { fullAdviceOnName } from '../../../domain/nearest-name.ts';
import type { ListShape } from './tool.ts';

/** Longest answer of a tool, in characters: about 5,000 tokens. A client may show its model no more than 10,000. */
const ANSWER_MAX = 20_000;

/** A request that a model can correct. Its message says how. */
export class AnswerFault extends Error {}

interface Page {
  readonly limit: number;
  readonly offset: number;
}

type Item = Readonly<Record<string, unknown>>;

/** One page of a list with the fields that matter, as many items as an answer may be long, and where the next begins. */
export function listAnswer({ at, fields, hasPages }: ListShape, body: unknown, { limit, offset }: Page): string {
  const name = at ?? 'items';
  const whole = at === null ? { items: body } : (body as Item);
  const all = whole[name] as readonly Item[];
  const page = hasPages ? all.slice(0, limit) : all.slice(offset, offset + limit);
  const { total: count, ...beside } = withoutPage(whole, name);
  const items = fitting(page, fields, JSON.stringify(beside).length);
  const total = hasPages ? count : all.length;
  const next = offset + items.length;
  // Without a total, a page that is full may be followed by another.
  const end = typeof total === 'number' ? total : items.length === page.length && page.length < limit ? next : Infinity;
  return JSON.stringify({
    [name]: items,
    ...beside,
    total,
    ...(next < end && items.length > 0 && { next_offset: next }),
  });
}

/** The first of these items that fit into an answer beside what has this length, at least one. */
function fitting(page: readonly Item[], fields: readonly string[], taken: number): unknown[] {
  const items: unknown[] = [];
  let length = taken;
  for (const item of page) {
    const shown = shortened(picked(item, fields));
    length += JSON.stringify(shown).length + 1;
    if (length > ANSWER_MAX && items.length > 0) break;
    items.push(shown);
  }
  return items;
}

/** A part of a long text, with where the next begins. */
export function textAnswer(text: string, offset: number): string {
  const part = text.slice(offset, offset + ANSWER_MAX);
  const end = offset + part.length;
  if (offset === 0 && end === text.length) return text === '' ? 'It is empty.' : text;
  const next = end < text.length ? ` Call again with offset ${end} for what follows.` : ' This is the end.';
  return `${part}\n\n[Characters ${offset} to ${end} of ${text.length}.${next}]`;
}

/** A resource or the part of it at this path, shortened where it is too long. Null: the client cannot choose a part. */
export function objectAnswer(body: unknown, path: string | null, offset: number): string {
  const part = path === null || path === '' ? body : partAt(body, path);
  if (typeof part === 'string') return textAnswer(part, offset);
  const whole = JSON.stringify(part);
  if (whole.length <= ANSWER_MAX) return whole;
  const text = STEPS.map((step) => JSON.stringify(shortened(part, step))).find(({ length }) => length <= ANSWER_MAX);
  const advice = path === null ? '' : ` path, such as "${pathIn(part, path)}", reads a part whole.`;
  return `${text ?? whole.slice(0, ANSWER_MAX)}\n\n[Shortened from ${whole.length} characters.${advice}]`;
}

/** How strings and lists are shortened, from the mildest to the strongest. */
const STEPS = [
  { text: 2_000, items: 50 },
  { text: 500, items: 20 },
  { text: 100, items: 5 },
  { text: 40, items: 1 },
] as const;

interface Step {
  readonly text: number;
  readonly items: number;
}

function shortened(value: unknown, step: Step = STEPS[1]): unknown {
  if (typeof value === 'string')
    return value.length <= step.text
      ? value
      : `${value.slice(0, step.text)}… (${value.length - step.text} more characters)`;
  if (Array.isArray(value)) {
    const shown = value.slice(0, step.items).map((each) => shortened(each, step));
    return value.length <= step.items ? shown : [...shown, `… (${value.length - step.items} more)`];
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, shortened(part, step)]));
}

/** What stands at a path of names and indices. */
function partAt(body: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((found, step) => {
    if (typeof found === 'object' && found !== null && Object.hasOwn(found, step))
      return (found as Readonly<Record<string, unknown>>)[step];
    const names = typeof found === 'object' && found !== null ? Object.keys(found) : [];
    throw new AnswerFault(
      `There is no ${JSON.stringify(step)} at this place of the answer: ${fullAdviceOnName(step, names)}`,
    );
  }, body);
}

/** A path to the longest part. */
function pathIn(part: unknown, path: string): string {
  const lengths = Object.entries(part as object).map(
    ([name, each]) => [name, JSON.stringify(each)?.length ?? 0] as const,
  );
  const [longest] = lengths.toSorted(([, one], [, other]) => other - one)[0] ?? ['0'];
  return path === '' ? longest : `${path}.${longest}`;
}

const picked = (item: Item, fields: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(
    fields.flatMap((name) => (item[name] === null || item[name] === undefined ? [] : [[name, item[name]] as const])),
  );

const withoutPage = (body: Item, at: string): Record<string, unknown> =>
  Object.fromEntries(Object.entries(body).filter(([name]) => name !== at && name !== 'limit' && name !== 'offset'));
