/** A fetch that fails when the response, or its next part, takes longer than this. */
export function timedFetch(timeoutMs: number): (request: Request) => Promise<Response> {
  return async (request) => {
    const silence = new AbortController();
    const abort = () => silence.abort(new Error(`no data for ${timeoutMs / 1000} seconds`));
    let timer = setTimeout(abort, timeoutMs);
    const restart = () => {
      clearTimeout(timer);
      timer = setTimeout(abort, timeoutMs);
    };
    try {
      const response = await fetch(request, { signal: AbortSignal.any([request.signal, silence.signal]) });
      if (response.body === null) return response;
      restart();
      const body = response.body.pipeThrough(watchBody(restart, () => clearTimeout(timer)));
      return new Response(body, response);
    } catch (error) {
      clearTimeout(timer);
      throw error;
    }
  };
}

const watchBody = (part: () => void, end: () => void) =>
  new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, out) {
      part();
      out.enqueue(chunk);
    },
    flush: end,
  });
