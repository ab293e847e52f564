import { invalid } from '../../domain/errors.ts';

/** The default page. Spec: limits. */
const STANDARD = { limit: 50, offset: 0 } as const;

type Query = (name: keyof typeof STANDARD) => string | undefined;

/** The requested page. `invalid` for numbers that pass the contract but no store accepts, such as `1e999`. */
export const pageOf = (query: Query): { limit: number; offset: number } => ({
  limit: wholeNumber(query, 'limit'),
  offset: wholeNumber(query, 'offset'),
});

function wholeNumber(query: Query, name: keyof typeof STANDARD): number {
  const value = Number(query(name) ?? STANDARD[name]);
  if (!Number.isSafeInteger(value)) throw invalid(`${name} must be a whole number up to ${Number.MAX_SAFE_INTEGER}`);
  return value;
}
