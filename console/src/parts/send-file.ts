import { address, ApiError, authorisation, unreachable } from '../api.ts';
import { expireSession, session } from '../session.ts';

interface SendOptions {
  /** Hears how much is sent, from 0 to 1. */
  readonly onProgress: (share: number) => void;
  readonly signal?: AbortSignal;
}

/** Uploads a file to a route of the contract. Rejects with an `ApiError`, as the client does. */
export function sendFile<T>(route: string, file: File, { onProgress, signal }: SendOptions): Promise<T> {
  return new Promise((resolve, reject) => {
    // Only this kind of request tells how much of it is sent.
    const request = new XMLHttpRequest();
    const token = session.value?.access_token ?? '';
    request.open('POST', address(route));
    for (const [name, value] of Object.entries(authorisation())) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total));
    request.addEventListener('load', () => {
      if (request.status === 401) expireSession(token);
      if (request.status < 300) resolve(bodyOf(request) as T);
      else reject(ApiError.refused({ status: request.status, body: bodyOf(request), headers: new Headers() }));
    });
    request.addEventListener('error', () => reject(unreachable(new Error('the connection broke'))));
    request.addEventListener('abort', () => reject(unreachable(new Error('it was given up'))));
    signal?.addEventListener('abort', () => request.abort());
    const form = new FormData();
    form.append('file', file, file.name);
    request.send(form);
  });
}

function bodyOf({ responseText }: XMLHttpRequest): unknown {
  try {
    return JSON.parse(responseText);
  } catch {
    return null;
  }
}
