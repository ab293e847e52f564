import type { JsonObject } from '../../domain/agents/json-readers.ts';

/** For validating the arguments of tools against JSON Schema. */
export interface ArgumentSchemas {
  /**
   * Why a schema is not valid JSON Schema 2020-12, after the path of the wrong part, as in
   * `.properties.size.type must be …`. Null when it is valid.
   */
  fault(schema: JsonObject): string | null;
  /** The problems of arguments, by path, without their values. Takes bounded time. */
  problems(schema: JsonObject, given: JsonObject): readonly string[];
}
