import type { JsonObject } from './json-readers.ts';
import { CONTENT_MAX, failedAnswer, REASON_MAX, shortenedTo, visibleText, type ToolAnswer } from './tool-answer.ts';
import type { McpTool } from './mcp-server.ts';
import { objectOf } from '../unverified-json.ts';

/** The status of the response that carried a result. */
const STATUS = 200;

/**
 * Reads the result of a tool call, which may have any fields: its texts, or its structured content when it has none.
 * Values of secrets that it repeats are replaced by `****`. A result that its server marks as an error is a failure that
 * the model reads, since it can then correct its arguments. Throws a `RangeError` when the result is nested too deeply.
 */
export function readMcpResult(
  tool: Pick<McpTool, 'side_effects'>,
  { content, structuredContent, isError }: JsonObject,
  secrets: readonly string[],
): ToolAnswer {
  const parts: readonly unknown[] = Array.isArray(content) ? content : [];
  const texts = parts.map(textOf).filter((text) => text.trim() !== '');
  const visible = visibleText(texts.length > 0 ? texts.join('\n') : jsonOf(structuredContent), secrets).trim();
  if (isError === true) {
    const reason = visible === '' ? 'its server reports an error' : shortenedTo(visible, REASON_MAX);
    return failedAnswer(tool, { text: reason, mayHaveRun: false }, STATUS);
  }
  const read = visible === '' ? 'The tool answered without content' : shortenedTo(visible, CONTENT_MAX);
  return { ok: true, status: STATUS, content: read, variables: {} };
}

/** Text stays, also that of an embedded resource. The model cannot read the rest: it reads of what kind it is. */
function textOf(part: unknown): string {
  const { type, text, uri, resource } = objectOf(part);
  if (type === 'text') return wordsIn(text);
  if (type === 'resource_link') return `(resource ${wordsIn(uri)})`;
  if (type !== 'resource') return wordsIn(type) === '' ? '' : `(${wordsIn(type)})`;
  const embedded = objectOf(resource);
  return wordsIn(embedded['text']) || `(resource ${wordsIn(embedded['uri'])})`;
}

const wordsIn = (value: unknown): string => (typeof value === 'string' ? value : '');

const jsonOf = (value: unknown): string => (value === undefined ? '' : JSON.stringify(value));
