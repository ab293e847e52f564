import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { Principal } from '../../../domain/accounts/principal.ts';
import { unknownNames } from '../../../domain/nearest-name.ts';
import { AnswerFault, listAnswer, objectAnswer, textAnswer } from './answers.ts';
import { AnswerTooLong, type InnerAnswer, type InnerRequest, type SendWithin } from './inner-requests.ts';
import { DESCRIBE_INPUT, LIST_LIMITS, ORGANISATION, type ToolInput } from './input-schemas.ts';
import type { OperationTool } from './tool.ts';

export type Arguments = Readonly<Record<string, unknown>>;

/** Runs a tool: one request to the API, and an answer for a model. What the model can correct is a result, not an error. */
export async function runTool(
  tool: OperationTool,
  input: ToolInput,
  given: Arguments,
  { principal, send }: { readonly principal: Principal; readonly send: SendWithin },
): Promise<CallToolResult> {
  try {
    const answer = await send(await requestOf(tool, input, given, principal));
    if (answer.status >= 400) return failed(refusalOf(answer, tool, input));
    return { content: [{ type: 'text', text: answerOf(tool, given, answer) }] };
  } catch (error) {
    if (error instanceof AnswerFault) return failed(error.message);
    if (error instanceof AnswerTooLong) return failed(`${error.message}: use the console or the API for it.`);
    throw error;
  }
}

/** A result that tells the model what went wrong. */
export const failed = (text: string): CallToolResult => ({ isError: true, content: [{ type: 'text', text }] });

/** The request of a tool call. The API checks the types of its values. */
async function requestOf(
  tool: OperationTool,
  input: ToolInput,
  given: Arguments,
  { org_id }: Principal,
): Promise<InnerRequest> {
  requireArguments(tool, input, given);
  const { method, path, places } = input;
  if (org_id === null && path.includes(`{${ORGANISATION}}`))
    throw new AnswerFault('The token has no active organisation: log in to one, or use one of its API keys.');
  const at = (place: string) => Object.entries(given).filter(([name]) => places.get(name) === place);
  const values = new Map(at('path').map(([name, value]) => [name, scalar(name, value)]));
  values.set(ORGANISATION, org_id ?? '');
  const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values.get(name) ?? ''));
  const query = new URLSearchParams(at('query').map(([name, value]): [string, string] => [name, scalar(name, value)]));
  const page = tool.list?.hasPages ? pageOf(given) : {};
  for (const [name, value] of Object.entries(page)) query.set(name, String(value));
  const body = await bodyOf(tool, Object.fromEntries(at('body')), method);
  return { method, path: query.size === 0 ? target : `${target}?${query.toString()}`, ...(body && { body }) };
}

/** Rejects arguments that the tool does not have, and names those that are missing. */
function requireArguments({ name }: OperationTool, { required, schema }: ToolInput, given: Arguments): void {
  const faults = nameFaults(name, given, { known: Object.keys(schema['properties'] as object), required });
  if (faults.length > 0) throw new AnswerFault(faults.join('\n'));
}

/** Each argument that a tool does not have, with what it has instead, and each that is missing. */
export function nameFaults(
  tool: string,
  given: Arguments,
  { known, required }: { readonly known: readonly string[]; readonly required: readonly string[] },
): string[] {
  const unknown = Object.keys(given).filter((each) => !known.includes(each));
  const missing = required.filter((each) => given[each] === undefined || given[each] === '');
  const faultOf = (name: string): string => `${tool} has no argument ${JSON.stringify(name.slice(0, SHOWN_MAX))}`;
  return [
    ...unknownNames(unknown.slice(0, PROBLEMS_MAX), known, faultOf),
    ...missing.map((each) => `${each} is required.`),
  ];
}

/** Characters of a name that are shown. */
const SHOWN_MAX = 64;

async function bodyOf(tool: OperationTool, fields: Arguments, method: string): Promise<InnerRequest['body']> {
  if (tool.fileText !== undefined) {
    const form = new FormData();
    form.append(
      'file',
      new Blob([scalar(tool.fileText, fields[tool.fileText])]),
      scalar('filename', fields['filename']),
    );
    const sent = new Response(form);
    return { type: sent.headers.get('content-type') ?? '', bytes: new Uint8Array(await sent.arrayBuffer()) };
  }
  if (method === 'GET' || method === 'DELETE') return undefined;
  return { type: 'application/json', bytes: new TextEncoder().encode(JSON.stringify(fields)) };
}

/** A value that stands in an address or a file. */
function scalar(name: string, value: unknown): string {
  if (typeof value === 'string') {
    if (!/\p{Surrogate}/u.test(value)) return value;
    throw new AnswerFault(`${name} must be valid Unicode.`);
  }
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new AnswerFault(`${name} must be a text, a number or a boolean.`);
}

/** The page of a list: a usual one where none is asked for. */
function pageOf({ limit = LIST_LIMITS.usual, offset }: Arguments) {
  const { most } = LIST_LIMITS;
  if (typeof limit !== 'number' || !Number.isInteger(limit) || limit < 1 || limit > most)
    throw new AnswerFault(`limit must be a whole number from 1 to ${most}.`);
  return { limit, offset: offsetOf({ offset }) };
}

function offsetOf({ offset = 0 }: Arguments): number {
  if (typeof offset === 'number' && Number.isSafeInteger(offset) && offset >= 0) return offset;
  throw new AnswerFault('offset must be a whole number of at least 0.');
}

function answerOf(tool: OperationTool, given: Arguments, { text, headers }: InnerAnswer): string {
  const type = String(headers['content-type'] ?? '');
  if (tool.isText) {
    if (/^(text\/|application\/json)/.test(type)) return textAnswer(text, offsetOf(given));
    throw new AnswerFault(`It is a file of type ${type}, which is not text: use search_knowledge for what it says.`);
  }
  const body: unknown = JSON.parse(text);
  if (tool.list) return listAnswer(tool.list, body, pageOf(given));
  if (tool.effect !== 'read') return objectAnswer(body, null, 0);
  const { path = '' } = given;
  if (typeof path !== 'string') throw new AnswerFault('path must be a text, such as "config.prompts".');
  return objectAnswer(body, path, offsetOf(given));
}

/** What an assistant or its user can do about a refusal, by status. */
const ADVICE: Readonly<Record<number, string>> = {
  401: 'Ask the user to log in again, or to configure an API key that is valid.',
  403: 'Ask an admin for an API key with this scope, or for the role.',
  409: 'Read its present state, then decide whether to try again.',
  413: 'Send less.',
  422: 'Correct the arguments that are named, then try again.',
};

/** About an id that stands for nothing. Other refusals with this status say themselves what is missing. */
const UNKNOWN = 'Take the id from a list of this server: it may be deleted, or belong to another organisation.';

/** The API's own words about a refusal, and what to do next. */
function refusalOf({ status, text, headers }: InnerAnswer, { name }: OperationTool, { abridged }: ToolInput): string {
  const detail = detailIn(text);
  const next = nextStep(status, headers, detail);
  const fields = [...abridged].map(([argument, part]) => `${part} for ${argument}`).join(', ');
  return [
    `${name} was refused (${status}): ${detail}`,
    ...(next === null ? [] : [next]),
    ...(status === 422 && fields !== ''
      ? [`${DESCRIBE_INPUT} shows which fields there are, by the name ${fields}.`]
      : []),
  ].join('\n');
}

function nextStep(status: number, headers: InnerAnswer['headers'], detail: string): string | null {
  const wait = headers['retry-after'];
  if (wait !== undefined) return `Try again in ${String(wait)} seconds.`;
  if (status >= 500) return `The platform failed. Its log has the request id ${String(headers['x-request-id'])}.`;
  if (detail === 'Draft not found') return 'save_agent_draft stores one.';
  return status === 404 && detail.endsWith(' not found') ? UNKNOWN : (ADVICE[status] ?? null);
}

/** Most problems that are reported of one request. */
const PROBLEMS_MAX = 10;

interface Problem {
  readonly loc: readonly (string | number)[];
  readonly msg: string;
}

function detailIn(text: string): string {
  const { detail } = JSON.parse(text) as { readonly detail: string | readonly Problem[] };
  if (typeof detail === 'string') return detail;
  const shown = detail.slice(0, PROBLEMS_MAX).map(({ loc, msg }) => `${loc.slice(1).join('.')}: ${msg}`);
  const others = detail.length - shown.length;
  return [...shown, ...(others > 0 ? [`… and ${others} more problems`] : [])].join('\n');
}
