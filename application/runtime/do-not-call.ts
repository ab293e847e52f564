import type { DoNotCallRequest } from '../../domain/calls/do-not-call-request.ts';
import { callerNumber } from '../../domain/calls/caller-number.ts';
import type { CallLog, CallPatch } from '../../domain/calls/call-log.ts';
import { DO_NOT_CALL, doNotCallAnswer, type DoNotCallResult } from '../../domain/voice/do-not-call-tool.ts';
import type { Clock } from '../ports/clock.ts';
import type { RunnableTool } from './tool-runner.ts';

interface Ports {
  readonly clock: Pick<Clock, 'now'>;
  /** Reports to the API. Null: it did not take the report, which is repeated at the end of the call. */
  readonly report: (news: CallPatch) => Promise<CallLog | null>;
}

/**
 * The wish of the person on one call not to be called again. The first one counts. It is reported at once, and once more
 * with the end of the call, which is kept on disk until the API takes it.
 */
export class DoNotCall {
  readonly #ports: Ports;
  readonly #hasNumber: boolean;
  #request: DoNotCallRequest | null = null;
  #reporting: Promise<DoNotCallResult> | null = null;

  /** `hasNumber`: the call is one of the telephone. */
  constructor(ports: Ports, hasNumber: boolean) {
    this.#ports = ports;
    this.#hasNumber = hasNumber;
  }

  /** What is reported with the end of the call. */
  get outcome(): Pick<CallPatch, 'do_not_call'> {
    return this.#request === null ? {} : { do_not_call: this.#request };
  }

  /** The person pressed the key for it. */
  readonly pressed = (): void => void this.#ask('keypad');

  /** The agent's tool for it. */
  readonly tool: readonly [string, RunnableTool] = [
    DO_NOT_CALL,
    {
      hasSideEffects: true,
      idempotencyKey: () => null,
      call: async () => doNotCallAnswer(await this.#ask('tool')),
    },
  ];

  /** Never rejects. */
  #ask(source: DoNotCallRequest['source']): Promise<DoNotCallResult> {
    if (!this.#hasNumber) return Promise.resolve('no_number');
    this.#request ??= { source, at: this.#ports.clock.now().toISOString() };
    this.#reporting ??= this.#report(this.#request).finally(() => (this.#reporting = null));
    return this.#reporting;
  }

  async #report(request: DoNotCallRequest): Promise<DoNotCallResult> {
    const log = await this.#ports.report({ do_not_call: request });
    if (log === null) return 'kept';
    if (log.do_not_call) return 'listed';
    return callerNumber(log) === null ? 'no_number' : 'full';
  }
}
