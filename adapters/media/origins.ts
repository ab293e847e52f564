/**
 * Whether a page may open a socket here. Clients that are no browsers send no Origin and are let in; pages of this
 * very host are, and those of the listed origins.
 */
export function isAllowedOrigin(
  { origin, host }: { origin: string | null; host: string },
  listed: '*' | readonly string[],
): boolean {
  if (origin === null || listed === '*' || listed.includes(origin)) return true;
  try {
    return new URL(origin).host === host;
  } catch {
    return false;
  }
}
