import { cut } from '../bounded-text.ts';
import { DomainError } from '../errors.ts';
import { oneLine } from '../plain-text.ts';
import type { PreCallReport } from '../calls/pre-call-record.ts';
import type { HttpTool } from './http-tool.ts';
import { readFields, readNumber, readObject } from './json-readers.ts';
import type { ToolAnswer } from './tool-answer.ts';
import { parseRequest } from './tool-request.ts';
import { parseCallVariables } from './variables.ts';

/** The request to a server of the organisation before an inbound call is answered. */
export interface AgentPreCall {
  readonly url: string;
  /** With `{{secret.name}}`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Longest wait for the answer, in seconds. */
  readonly timeout_secs: number;
}

const TIMEOUT = { minimum: 0.2, default: 2, maximum: 2 } as const;

/** Parses the pre-call request from untyped JSON. Null when absent. */
export function parsePreCall(input: unknown): AgentPreCall | null {
  const given = readObject(input, 'pre_call');
  if (!given) return null;
  const { url, headers } = given;
  const fields = readFields(given, 'pre_call', {
    request: () => parseRequest({ method: 'POST', url, headers }, 'pre_call', new Set()),
    timeout_secs: () => readNumber(given['timeout_secs'], 'pre_call.timeout_secs', TIMEOUT) ?? TIMEOUT.default,
    // Read above, as parts of the request.
    url: () => null,
    headers: () => null,
  });
  const { request, timeout_secs } = fields;
  return { url: request.url, ...(request.headers && { headers: request.headers }), timeout_secs };
}

/** What the server is sent. */
const ARGUMENTS = ['call_id', 'agent_id', 'org_id', 'from', 'to', 'direction', 'carrier'] as const;
export type PreCallFacts = Readonly<Record<(typeof ARGUMENTS)[number], string>>;

/** The pre-call request as a tool, so that it is sent under the same rules. */
export const preCallTool = ({ url, headers, timeout_secs }: AgentPreCall): HttpTool => ({
  type: 'http',
  name: 'pre_call',
  description: '',
  parameters: { type: 'object', properties: Object.fromEntries(ARGUMENTS.map((name) => [name, { type: 'string' }])) },
  request: {
    method: 'POST',
    url,
    ...(headers && { headers }),
    body: Object.fromEntries(ARGUMENTS.map((name) => [name, `{{${name}}}`])),
  },
  timeout_secs,
  response: { format: 'json' },
  side_effects: false,
});

const REASON_MAX = 200;
const SAY_MAX = 1_000;

/** Decision for a call whose server did not answer as it should: the defaults of the agent apply. */
export const failedPreCall = (reason: string): PreCallReport => ({
  outcome: 'failed',
  reason: cut(oneLine(reason, REASON_MAX), REASON_MAX),
  say: null,
  variables: {},
});

/** What the server decided. An answer that breaks a rule counts as none. Never throws. */
export function readPreCallAnswer({ ok, content }: Pick<ToolAnswer, 'ok' | 'content'>): PreCallReport {
  // The server's own words may contain personal data.
  if (!ok) return failedPreCall(content.replace('The tool failed: ', '').replace(/\. Response: .*$/su, ''));
  try {
    return decisionIn(JSON.parse(content));
  } catch (error) {
    return failedPreCall(
      error instanceof DomainError ? error.message : 'the answer must be JSON of at most 16,384 characters',
    );
  }
}

function decisionIn(json: unknown): PreCallReport {
  const answer = readObject(json, 'the answer') ?? {};
  const { variables, reject } = readFields(answer, 'the answer', {
    variables: () => parseCallVariables(answer['variables']),
    reject: () => readObject(answer['reject'], 'reject'),
  });
  if (!reject) return { outcome: 'applied', reason: null, say: null, variables };
  const say = textIn(reject['say'], SAY_MAX);
  return { outcome: 'rejected', reason: textIn(reject['reason'], REASON_MAX), say, variables: {} };
}

const textIn = (value: unknown, max: number): string | null =>
  typeof value === 'string' ? oneLine(value, max) || null : null;
