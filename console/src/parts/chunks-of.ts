/** The chunks of a stream. Some browsers cannot iterate over streams. */
export async function* chunksOf<T>(stream: ReadableStream<T>): AsyncIterable<T> {
  const reader = stream.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
}
