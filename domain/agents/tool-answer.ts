import { cut } from '../bounded-text.ts';
import { invalid } from '../errors.ts';
import type { HttpTool } from './http-tool.ts';
import { spellingsOf } from './secret-spellings.ts';
import { textOf } from './variables.ts';
import { parsedJson } from '../unverified-json.ts';

/** What a tool call results in. */
export interface ToolAnswer {
  readonly ok: boolean;
  /** HTTP status; null without a response. */
  readonly status: number | null;
  /** What the model reads. At most 16,384 characters. */
  readonly content: string;
  /** Call variables to set. */
  readonly variables: Readonly<Record<string, string>>;
  /** Call variables to set whose values must not be shown. */
  readonly hidden?: Readonly<Record<string, string>>;
  /** Whether a failed call may have changed something. */
  readonly mayHaveRun?: boolean;
  /** Why the tool cannot work, for the operators of the agent. The model does not read it. */
  readonly cause?: string;
}

/** A response as it was received. */
export interface ToolResponse {
  readonly status: number;
  readonly text: string;
  /** Where a redirect leads. */
  readonly location?: string | undefined;
  /** Whether the response was longer than what was read. */
  readonly isCut: boolean;
}

/** Longest answer that the model reads, in UTF-16 units. */
export const CONTENT_MAX = 16_384;
const VARIABLE_MAX = 4_096;
const PATH_MAX = 200;
/** Longest explanation of a failure that the model reads. */
export const REASON_MAX = 2_000;
/** A name, and names after dots and indexes in brackets. */
const VALUE_PATH = /^[^$.[\]\s][^.[\]\s]*(?:\.[^.[\]\s]+|\[\d{1,4}\])*$/;
/** Longest address of a redirect that is shown. */
const LOCATION_MAX = 300;
const CUT_NOTE = ' (shortened)';
const HIDDEN = '****';

/** Rejects what is not a path such as `booking.times[0].start`. */
export function requireValuePath(text: string, path: string): void {
  if (text.startsWith('$')) throw invalid(`${path} must not begin with $, unlike JSONPath: ${rootless(text)}`);
  if (text.length > PATH_MAX || !VALUE_PATH.test(text))
    throw invalid(`${path} must be a path of at most ${PATH_MAX} characters, for example booking.times[0].start`);
}

/** What to write instead of a JSONPath. */
function rootless(text: string): string {
  const rest = text.replace(/^\$\.?/, '');
  return VALUE_PATH.test(rest) ? `write ${rest}` : 'leave it out to read the whole response';
}

/** An answer without a response of a server. */
export const plainAnswer = (ok: boolean, content: string): ToolAnswer => ({ ok, status: null, content, variables: {} });

/** A failed call. The reason contains no secrets. */
export function failedAnswer(tool: Pick<HttpTool, 'side_effects'>, reason: ToolFailure, status?: number): ToolAnswer {
  const mayHaveRun = tool.side_effects && reason.mayHaveRun;
  const content = `The tool failed: ${reason.text}${mayHaveRun ? '. The action may have been carried out' : ''}`;
  const cause = reason.cause === undefined ? {} : { cause: reason.cause };
  return { ok: false, status: status ?? null, content, variables: {}, mayHaveRun, ...cause };
}

export interface ToolFailure {
  readonly text: string;
  /** What the model need not know of it. */
  readonly cause?: string;
  /** Whether the server may have carried out the request. */
  readonly mayHaveRun: boolean;
}

/**
 * Reads a response as its tool describes. Values of secrets that it repeats, in any usual encoding, are replaced by `****`,
 * and so are hidden digits, also in groups.
 */
export function readAnswer(
  tool: Pick<HttpTool, 'response' | 'variables' | 'side_effects'>,
  response: ToolResponse,
  secrets: readonly string[],
  hiddenDigits: readonly string[],
): ToolAnswer {
  const { status, text, isCut } = response;
  const visible = (value: unknown): string =>
    storable(withoutDigits(withoutSecrets(textOf(value), secrets), hiddenDigits));
  const failure = failureOf(response, visible);
  if (failure) return failedAnswer(tool, failure, status);
  const answered = (content: string, variables = {}): ToolAnswer => ({ ok: true, status, content, variables });
  if (text.trim() === '') return answered(`The tool answered with status ${status} and no content`);
  if (tool.response.format === 'text') return answered(shortened(visible(text), isCut));
  const json = isCut ? undefined : parsedJson(text);
  if (json === undefined) {
    const what = isCut ? 'a response that is too long' : 'a response that is not JSON';
    return failedAnswer(tool, { text: `${what}, with status ${status}`, mayHaveRun: true }, status);
  }
  return answered(
    shortened(visible(partOf(json, tool.response.path) ?? `The tool answered without ${tool.response.path}`), false),
    variablesIn(tool.variables ?? {}, json, visible),
  );
}

/** Why a status is a failure. Null for success. */
function failureOf({ status, text, location }: ToolResponse, visible: (value: unknown) => string): ToolFailure | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400
    ? redirectFailure(status, visible(location))
    : statusFailure(status, visible(text));
}

/** Servers answer a form that they have processed with a redirect. */
function redirectFailure(status: number, location: string): ToolFailure {
  // The query may contain personal data, and the cause is logged.
  const [address = ''] = location.split(/[?#]/, 1);
  const target = address === '' ? '' : ` to ${shortenedTo(address, LOCATION_MAX)}`;
  const cause = `The server redirects${target}, which is not followed: use that address as the URL of the tool`;
  return { text: `status ${status}, and redirects are not followed`, mayHaveRun: true, cause };
}

/** The model reads the body of a 4xx response, because it can then correct its arguments. */
function statusFailure(status: number, text: string): ToolFailure {
  const reason = status < 500 && text.trim() !== '' ? `. Response: ${shortenedTo(text.trim(), REASON_MAX)}` : '';
  return { text: `status ${status}${reason}`, mayHaveRun: status >= 500 };
}

const partOf = (json: unknown, path: string | undefined): unknown =>
  path === undefined ? textOf(json) : valueAt(json, path);

function variablesIn(
  paths: Readonly<Record<string, string>>,
  json: unknown,
  visible: (value: unknown) => string,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(paths).flatMap(([name, path]) => {
      const value = valueAt(json, path);
      return value === undefined || value === null ? [] : [[name, cut(visible(value), VARIABLE_MAX)]];
    }),
  );
}

/** The value at a path. Undefined when there is none. */
function valueAt(json: unknown, path: string): unknown {
  const steps = path.match(/[^.[\]]+/g) ?? [];
  return steps.reduce<unknown>((value, step) => {
    if (typeof value !== 'object' || value === null) return undefined;
    return Object.hasOwn(value, step) ? (value as Record<string, unknown>)[step] : undefined;
  }, json);
}

/** A text that can be stored, with `****` in place of the values of secrets. */
export const visibleText = (text: string, secrets: readonly string[]): string =>
  storable(withoutSecrets(text, secrets));

const withoutSecrets = (text: string, secrets: readonly string[]): string =>
  secrets.flatMap(spellingsOf).reduce((visible, spelling) => visible.replaceAll(spelling, HIDDEN), text);

/** Also written in groups, as card numbers are. */
const withoutDigits = (text: string, hidden: readonly string[]): string =>
  hidden.reduce((visible, digits) => visible.replaceAll(new RegExp([...digits].join('[ .-]?'), 'g'), HIDDEN), text);

/** NUL and lone surrogates cannot be stored, and vendors reject them. */
const storable = (text: string): string => text.replace(/[\0\p{Cs}]/gu, '\ufffd');

const shortened = (text: string, isCut: boolean): string =>
  isCut ? cut(text, CONTENT_MAX - CUT_NOTE.length) + CUT_NOTE : shortenedTo(text, CONTENT_MAX);

/** A text of at most this many UTF-16 units, which says when it was shortened. */
export const shortenedTo = (text: string, max: number): string =>
  text.length > max ? cut(text, max - CUT_NOTE.length) + CUT_NOTE : text;
