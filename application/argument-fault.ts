import type { JsonObject } from '../domain/agents/json-readers.ts';
import type { ArgumentSchemas } from './ports/argument-schemas.ts';

/** Longest arguments, as JSON. In UTF-16 units. */
const ARGUMENTS_MAX = 16_384;

/** Why a tool with these parameters is not called with these arguments, in words for the model. Null: it may be. */
export function argumentFault(
  schemas: Pick<ArgumentSchemas, 'problems'>,
  parameters: JsonObject,
  given: JsonObject,
): string | null {
  if (JSON.stringify(given).length > ARGUMENTS_MAX) return 'the arguments are too long';
  const problems = schemas.problems(parameters, given);
  return problems.length === 0 ? null : `invalid arguments: ${problems.join('; ')}`;
}
