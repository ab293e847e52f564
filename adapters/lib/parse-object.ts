/** Parses a JSON object whose fields are unverified. Anything else becomes an empty object. */
export function parseObject<T extends object>(text: string): Partial<T> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
