/** All that a stream yields. Calls back when it has begun. */
export async function gathered<T>(stream: AsyncIterable<T>, onStart?: () => void): Promise<readonly T[]> {
  const all: T[] = [];
  for await (const each of stream) {
    all.push(each);
    onStart?.();
  }
  return all;
}
