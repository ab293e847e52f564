import { argumentFault } from '../../argument-fault.ts';
import type { ArgumentSchemas } from '../../ports/argument-schemas.ts';
import type { ToolRequest } from '../../ports/tool-caller.ts';
import { failedAnswer, readAnswer, type ToolAnswer } from '../../../domain/agents/tool-answer.ts';
import { fillRequest } from '../../../domain/agents/tool-request.ts';
import { DomainError } from '../../../domain/errors.ts';

/** Answers a request of a tool: status and JSON. */
export type AnswerTo = (method: string, path: string, body: unknown) => readonly [status: number, body: unknown];

/** What answers the requests of an agent's tools in place of a server. */
export interface ToolService {
  readonly answerTo: AnswerTo;
  /** What it holds, for services that have a state. */
  state?(): unknown;
}

type ServiceRequest = Pick<ToolRequest, 'tool' | 'arguments' | 'variables'>;

/** Why a tool would not be called with these arguments. Null: it would. */
export function argumentFailure(
  schemas: ArgumentSchemas,
  { tool, arguments: given }: ServiceRequest,
): ToolAnswer | null {
  const fault = argumentFault(schemas, tool.parameters, given);
  return fault === null ? null : failedAnswer(tool, failure(fault));
}

/** The answer of a service, requested and read as that of a server would be. */
export function serviceAnswer(
  { answerTo }: ToolService,
  { tool, arguments: given, variables }: ServiceRequest,
): ToolAnswer {
  try {
    const { method, url, body } = fillRequest(tool, { arguments: given, variables, secrets: {} });
    const [status, answer] = answerTo(method, new URL(url).pathname, body === null ? null : JSON.parse(body));
    return responseAnswer(tool, status, answer);
  } catch (error) {
    if (error instanceof DomainError) return failedAnswer(tool, failure(`invalid arguments: ${error.message}`));
    throw error;
  }
}

/** A response with this status and JSON as the tool reads it. */
export const responseAnswer = (tool: ServiceRequest['tool'], status: number, body: unknown): ToolAnswer =>
  readAnswer(
    tool,
    { status, text: typeof body === 'string' ? body : JSON.stringify(body ?? null), isCut: false },
    [],
    [],
  );

const failure = (text: string) => ({ text, mayHaveRun: false });
