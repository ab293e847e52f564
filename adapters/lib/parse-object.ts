import { objectOf, parsedJson } from '../../domain/unverified-json.ts';

/** Parses a JSON object whose fields are unverified. Anything else becomes an empty object. */
export const parseObject = <T extends object>(text: string): Partial<T> => objectOf(parsedJson(text)) as Partial<T>;
