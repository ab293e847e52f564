/** What a conversation of a suite takes from a scenario, at its first two levels. */
const KEPT: ReadonlySet<string> = new Set(['title', 'caller', 'stays_ms', 'expect', 'expect.events']);

const FIRST_LEVEL = /^(?: {4}| {2}- )(\w+):/u;
const SECOND_LEVEL = /^ {6}(\w+):/u;

/**
 * The scenario of a call as a conversation of a suite: its caller and the expected events, without what was said. The
 * scenario is as the API writes it.
 */
export function conversationOf(scenario: string): string {
  let [first, second] = ['', ''];
  const kept = scenario.split('\n').filter((line) => {
    const key = FIRST_LEVEL.exec(line)?.[1];
    const part = key === undefined && first === 'expect' ? SECOND_LEVEL.exec(line)?.[1] : undefined;
    if (key !== undefined) [first, second] = [key, ''];
    if (part !== undefined) second = `.${part}`;
    return KEPT.has(first + second);
  });
  return kept.join('\n');
}

const LIST = /^conversations:/u;
const ITEM = /^ *- /u;
const OTHER_KEY = /^[^\s#-]/u;

/** The text of a suite with this conversation after its last one. */
export function withConversation(source: string, conversation: string): string {
  const lines = source.trimEnd().split('\n');
  const list = lines.findIndex((line) => LIST.test(line));
  if (list < 0) return `${lines.join('\n')}\nconversations:\n${conversation}\n`;
  const next = lines.findIndex((line, at) => at > list && OTHER_KEY.test(line));
  const end = next < 0 ? lines.length : next;
  const before = lines.slice(0, end).join('\n').trimEnd();
  const item = lines.slice(list + 1, end).find((line) => ITEM.test(line)) ?? '  - ';
  const after = next < 0 ? [] : ['', ...lines.slice(next)];
  return `${[before, '', indented(conversation, item.indexOf('-')), ...after].join('\n')}\n`;
}

/** The conversation in this column. */
const indented = (conversation: string, column: number): string =>
  conversation
    .split('\n')
    .map((line) => ' '.repeat(column) + line.slice(2))
    .join('\n');
