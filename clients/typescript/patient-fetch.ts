/** A fetch that waits no longer than this for an answer to begin, nor for any next part of it. */
export function patientFetch(patienceMs: number): (request: Request) => Promise<Response> {
  return async (request) => {
    const silence = new AbortController();
    const giveUp = () => silence.abort(new Error(`nothing was heard for ${patienceMs / 1000} seconds`));
    let timer = setTimeout(giveUp, patienceMs);
    const heard = () => {
      clearTimeout(timer);
      timer = setTimeout(giveUp, patienceMs);
    };
    try {
      const response = await fetch(request, { signal: AbortSignal.any([request.signal, silence.signal]) });
      if (response.body === null) return response;
      heard();
      const body = response.body.pipeThrough(overheard(heard, () => clearTimeout(timer)));
      return new Response(body, response);
    } catch (error) {
      clearTimeout(timer);
      throw error;
    }
  };
}

const overheard = (part: () => void, end: () => void) =>
  new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, out) {
      part();
      out.enqueue(chunk);
    },
    flush: end,
  });
