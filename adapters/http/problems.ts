import type { Operation } from './contract.ts';
import type { HttpError } from './http-error.ts';

/** One validation problem: its location, its message and its rule. */
export interface ValidationProblem {
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly type: string;
}

/** Most problems reported: a body of a megabyte can have 100,000. */
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
 * The problem of a body that could not be read, or null. A body of another media type is answered with the expected
 * one.
 */
export function bodyProblem({ type, status }: HttpError, operation: Operation | null): ValidationProblem | null {
  const msg = UNREAD[type ?? ''] ?? (status === 415 ? `Content-Type must be ${mediaTypeOf(operation)}` : null);
  return msg === null ? null : { loc: ['body'], msg, type: status === 415 ? 'content_type' : 'json_invalid' };
}

/** The media type of an operation's body. Shared bodies are JSON. */
function mediaTypeOf(operation: Operation | null): string {
  const { content = {} } = (operation?.requestBody ?? {}) as { content?: object };
  return Object.keys(content)[0] ?? 'application/json';
}

/** Beginnings of the validator's messages, and what stands there instead. */
const PLAIN: readonly (readonly [begins: string, instead: string])[] = [
  ['must have required property', 'is required'],
  ['must NOT have additional properties', 'is unknown: remove it, or correct its name'],
  ['must NOT have fewer than', 'must have at least'],
  ['must NOT have more than', 'must have at most'],
];

/** A message of the validator in plain words. */
function wordsOf(message: string): string {
  const [begins, instead] = PLAIN.find(([each]) => message.startsWith(each)) ?? ['', ''];
  return instead.startsWith('is ') ? instead : `${instead}${message.slice(begins.length)}`;
}

/** The problems the validator found in a request, or null when the error has another cause. */
export function shapeProblems({ status, errors = [] }: HttpError): ValidationProblem[] | null {
  const problems = errors.slice(0, PROBLEMS_MAX).flatMap(({ path, message, errorCode }) => {
    const [, place = '', ...names] = path.split('/');
    const where = PLACES[place];
    if (where === undefined) return [];
    return [
      { loc: [where, ...names.map(unescaped)], msg: wordsOf(message), type: errorCode?.split('.')[0] ?? 'invalid' },
    ];
  });
  return status === 400 && problems.length > 0 ? problems : null;
}

/** Decodes a segment of a JSON pointer. Array indices become numbers. */
const unescaped = (segment: string): string | number =>
  /^\d+$/.test(segment) ? Number(segment) : segment.replaceAll('~1', '/').replaceAll('~0', '~');
