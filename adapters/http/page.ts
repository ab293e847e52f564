/** What a page of a list holds when nobody says otherwise. Spec: limits. */
const STANDARD = { limit: 50, offset: 0 } as const;

/** The page that a query asks for, in numbers that the contract has let through. */
export const pageOf = (query: (name: string) => string | undefined): { limit: number; offset: number } => ({
  limit: Number(query('limit') ?? STANDARD.limit),
  offset: Number(query('offset') ?? STANDARD.offset),
});
