/** Answers the result of the work. Rejects after this many milliseconds and ignores a later result. */
export async function rejectAfter<T>(
  ms: number,
  work: Promise<T>,
  timeoutError = (): Error => new Error(`No answer within ${ms} ms`),
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(timeoutError()), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
