/** What comes out of a stream, part by part. Not every browser can iterate over one by itself. */
export async function* chunksOf<T>(stream: ReadableStream<T>): AsyncIterable<T> {
  const reader = stream.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
}
