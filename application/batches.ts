interface BatchSize {
  readonly size: number;
  /** Items after this many are not read. */
  readonly most?: number;
}

/** Items as they are read, several at once. */
export async function* batches<T>(
  items: AsyncIterable<T>,
  { size, most = Infinity }: BatchSize,
): AsyncGenerator<readonly T[]> {
  let batch: T[] = [];
  let left = most;
  for await (const item of items) {
    batch.push(item);
    left -= 1;
    if (left <= 0) break;
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
