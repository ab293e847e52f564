/** What a service shows at `/metrics`: the labels of its series, by the name that a query would use. */
export type Scrape = ReadonlyMap<string, ReadonlySet<string>>;

/** The series of these services, as one Prometheus would know them. */
export async function scrape(...urls: readonly string[]): Promise<Scrape> {
  const texts = await Promise.all(urls.map(async (url) => (await fetch(`${url}/metrics`)).text()));
  return scraped(texts.join('\n'));
}

/** What each type of metric is asked by, behind its name. */
const SUFFIXES: Readonly<Record<string, readonly string[]>> = {
  histogram: ['_bucket', '_sum', '_count'],
  summary: ['', '_sum', '_count'],
};

/** Every name that the text gives a type, with those that histograms and summaries add, and the labels seen with it. */
function scraped(text: string): Scrape {
  const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
  const all = types.flatMap(([, name = '', type = '']) => (SUFFIXES[type] ?? ['']).map((suffix) => name + suffix));
  const known = new Map(all.map((name) => [name, new Set<string>()] as const));
  for (const [, name = '', labels = ''] of text.matchAll(/^([a-z_0-9]+)\{(.*)\} \S+$/gm))
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) known.get(name)?.add(label);
  return known;
}

/** The lines of a text that are series. */
export const seriesIn = (text: string): string[] => text.split('\n').filter((line) => /^[a-z]/.test(line));

/** A metric that a query asks for, and the labels it expects of it. */
interface MetricSelector {
  readonly name: string;
  readonly labels: readonly string[];
}

const WORDS = new Set(['by', 'without', 'on', 'ignoring', 'group_left', 'group_right', 'and', 'or', 'unless', 'bool']);

/** What a query of PromQL asks for, with the labels of its selectors and of whatever it is grouped by. */
function selectorsIn(query: string): MetricSelector[] {
  const grouped = [...query.matchAll(/\b(?:by|without)\s*\(([^)]*)\)/g)].flatMap(([, list = '']) => listed(list));
  const bare = query.replaceAll(/\b(?:by|without)\s*\([^)]*\)/g, ' ').replaceAll(/\[[^\]]*\]/g, ' ');
  return [...bare.matchAll(/\b([a-z_][a-z0-9_]*)\b(\s*\(|\s*\{([^}]*)\})?/gi)].flatMap(
    ([, name = '', what = '', selector = '']) => {
      const isFunction = what.trim() === '(';
      if (isFunction || WORDS.has(name) || isInside(bare, name)) return [];
      const labels = [...selector.matchAll(/(\w+)\s*[=!]/g)].map(([, label = '']) => label);
      return [{ name, labels: [...labels, ...grouped] }];
    },
  );
}

const listed = (list: string): string[] =>
  list
    .split(',')
    .map((label) => label.trim())
    .filter((label) => label !== '');

/** Whether a word stands only in a selector or a text. */
const isInside = (query: string, word: string): boolean =>
  !new RegExp(`\\b${word}\\b`).test(query.replaceAll(/\{[^}]*\}/g, '{}').replaceAll(/"[^"]*"/g, '""'));

/** What is asked for and not there: names, and labels that no series of the name has. */
export function missingFrom(known: Scrape, query: string, added: readonly string[]): string[] {
  return selectorsIn(query).flatMap(({ name, labels }) => {
    const seen = known.get(name);
    if (!seen) return [name];
    return seen.size === 0
      ? []
      : labels.filter((label) => !seen.has(label) && !added.includes(label)).map((label) => `${name}{${label}}`);
  });
}
