import type { Clock } from '../../application/ports/clock.ts';
import type { PageCall } from '../../application/ports/media-channel.ts';
import type { PageResult } from '../../domain/agents/page-tools.ts';
import { serverMessage, type ServerMessage } from './protocols/rtvi.ts';

type Answer = (result: PageResult) => void;

const LEFT: PageResult = { reason: 'the visitor left before the page answered', mayHaveRun: true };
const CANCELLED: PageResult = { reason: 'it was cancelled', mayHaveRun: true };
const LATE: PageResult = { reason: 'the page did not answer in time', mayHaveRun: true };

/** Calls of tools in the page of one socket, as RTVI has them. */
export class PageCalls {
  readonly #clock: Pick<Clock, 'after'>;
  readonly #send: (message: ServerMessage) => void;
  readonly #open = new Map<string, Answer>();
  #isClosed = false;

  constructor(clock: Pick<Clock, 'after'>, send: (message: ServerMessage) => void) {
    this.#clock = clock;
    this.#send = send;
  }

  /** Asks the page. Never rejects. */
  call({ name, id, arguments: given, timeoutMs }: PageCall, signal: AbortSignal): Promise<PageResult> {
    if (this.#isClosed) return Promise.resolve({ ...LEFT, mayHaveRun: false });
    return new Promise((resolve) => {
      const stop = (result: PageResult): void => {
        this.#close(id, result);
        const stopped = { function_name: name, tool_call_id: id, cancelled: true };
        this.#send(serverMessage('llm-function-call-stopped', stopped));
      };
      const onAbort = (): void => stop(CANCELLED);
      const cancel = this.#clock.after(timeoutMs, () => stop(LATE));
      this.#open.set(id, (result) => {
        cancel();
        signal.removeEventListener('abort', onAbort);
        resolve(result);
      });
      signal.addEventListener('abort', onAbort, { once: true });
      this.#send(
        serverMessage('llm-function-call-in-progress', { function_name: name, tool_call_id: id, arguments: given }),
      );
      if (signal.aborted) onAbort();
    });
  }

  /** Takes an answer of the page. Those that come late, or that nothing waits for, are ignored. */
  take(id: string, result: unknown): void {
    this.#close(id, { result });
  }

  /** The page is gone. */
  close(): void {
    this.#isClosed = true;
    for (const id of [...this.#open.keys()]) this.#close(id, LEFT);
  }

  #close(id: string, result: PageResult): void {
    const answer = this.#open.get(id);
    this.#open.delete(id);
    answer?.(result);
  }
}
