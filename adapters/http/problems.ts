import type { Operation } from './contract.ts';
import type { HttpError } from './http-error.ts';

/** One thing that is wrong with the shape of a request: where, in words, and by which rule. */
export interface ValidationProblem {
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly type: string;
}

/** Enough to repair a request with; a body of a megabyte can be wrong a hundred thousand times. */
const PROBLEMS_MAX = 100;

const PLACES: Readonly<Record<string, string>> = {
  body: 'body',
  query: 'query',
  params: 'path',
  headers: 'header',
};

const UNREAD: Readonly<Record<string, string>> = {
  'entity.parse.failed': 'The body is not valid JSON',
  'charset.unsupported': 'JSON must be in UTF-8',
  'encoding.unsupported': 'The body has an unknown content encoding',
};

/**
 * What is wrong with a body of the operation that could not be read at all, or null when that is not the error. A body of
 * another media type is answered with the one that the operation takes.
 */
export function bodyProblem({ type, status }: HttpError, operation: Operation | null): ValidationProblem | null {
  const msg = UNREAD[type ?? ''] ?? (status === 415 ? `Content-Type must be ${mediaTypeOf(operation)}` : null);
  return msg === null ? null : { loc: ['body'], msg, type: status === 415 ? 'content_type' : 'json_invalid' };
}

/** The media type of an operation's body. Bodies that several operations share are JSON. */
function mediaTypeOf(operation: Operation | null): string {
  const { content = {} } = (operation?.requestBody ?? {}) as { content?: object };
  return Object.keys(content)[0] ?? 'application/json';
}

/** Everything the validator found wrong with the parts of a request, or null when that is not the error. */
export function shapeProblems({ status, errors = [] }: HttpError): ValidationProblem[] | null {
  const problems = errors.slice(0, PROBLEMS_MAX).flatMap(({ path, message, errorCode }) => {
    const [, place = '', ...names] = path.split('/');
    const where = PLACES[place];
    if (where === undefined) return [];
    return [{ loc: [where, ...names.map(unescaped)], msg: message, type: errorCode?.split('.')[0] ?? 'invalid' }];
  });
  return status === 400 && problems.length > 0 ? problems : null;
}

/** A segment of a JSON pointer; a position in a list is a number. */
const unescaped = (segment: string): string | number =>
  /^\d+$/.test(segment) ? Number(segment) : segment.replaceAll('~1', '/').replaceAll('~0', '~');
