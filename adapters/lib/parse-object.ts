/** A JSON object as its sender describes it, with none of it to be relied on. Anything else is an object without fields. */
export function parseObject<T extends object>(text: string): Partial<T> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
