import { WebSocket } from 'ws';
import { decodeFrame, encodeMessage } from '../../adapters/media/protocols/pipecat-frames.ts';
import { RTVI_VERSION, serverMessage, type ServerMessage } from '../../adapters/media/protocols/rtvi.ts';
import { oneLine } from '../../domain/plain-text.ts';
import { ApiRefusal, type InstallationApi } from '../lib/installation-api.ts';
import { SetUpFailure } from '../lib/set-up-failure.ts';
import {
  AUDIBLE_LEVEL,
  closeSocket,
  SOCKET_OPTIONS,
  UNSENT_BYTES_MAX,
  type CallerLeg,
  type LegEnd,
  type LegListener,
  type LegOpener,
} from './caller-leg.ts';
import { errorMessage } from '../../domain/errors.ts';

const SET_UP_MS = 30_000;
const DONE = 1000;
/** The concurrency limit, or a limit of calls and messages. */
const TOO_MANY = 4429;
const REASON_MAX = 120;

export interface BrowserTarget {
  readonly api: InstallationApi;
  /** With http or https. */
  readonly runtimeUrl: string;
  readonly orgId: string;
  readonly agentId: string;
}

/** Registers calls, each with a ticket, and opens their media sockets as browsers do. */
export const browserLegs = ({ api, runtimeUrl, orgId, agentId }: BrowserTarget): LegOpener<Uint8Array> => ({
  async open(listener) {
    const { call_id, ticket } = await registered(api, agentId);
    const query = new URLSearchParams({ call_id, ticket });
    const socket = `${runtimeUrl.replace(/^http/u, 'ws')}/agent/${orgId}/${agentId}?${query.toString()}`;
    return BrowserLeg.open(socket, listener);
  },
});

const registered = (api: InstallationApi, agentId: string): Promise<{ call_id: string; ticket: string }> =>
  api.post<{ call_id: string; ticket: string }>('/calls/web', { agent_id: agentId }).catch((cause: unknown) => {
    const status = cause instanceof ApiRefusal ? cause.status : null;
    const message = oneLine(errorMessage(cause), REASON_MAX);
    throw new SetUpFailure(`registration: ${message}`, status === 429, { cause });
  });

/** A browser's end of a media socket. */
class BrowserLeg implements CallerLeg<Uint8Array> {
  readonly ended: Promise<LegEnd>;
  readonly #socket: WebSocket;
  readonly #listener: LegListener;
  #isReady = false;
  #isHungUp = false;
  /** The reason that the agent's side gave. */
  #endReason: string | null = null;
  #onReady: () => void = () => undefined;

  private constructor(socket: WebSocket, listener: LegListener) {
    this.#socket = socket;
    this.#listener = listener;
    socket.on('message', (bytes: Buffer) => this.#receive(bytes));
    this.ended = new Promise((resolve) => {
      socket.on('close', (code, reason) => resolve(this.#endOf(code, reason.toString())));
    });
  }

  static async open(url: string, listener: LegListener): Promise<BrowserLeg> {
    const socket = new WebSocket(url, { ...SOCKET_OPTIONS, handshakeTimeout: SET_UP_MS });
    const leg = new BrowserLeg(socket, listener);
    try {
      await leg.#setUp();
      return leg;
    } catch (error) {
      socket.terminate();
      throw error;
    }
  }

  send(frame: Uint8Array): void {
    if (this.#socket.readyState !== WebSocket.OPEN) return;
    if (this.#socket.bufferedAmount > UNSENT_BYTES_MAX) return this.#socket.terminate();
    this.#socket.send(frame);
  }

  hangUp(): void {
    this.#isHungUp = true;
    closeSocket(this.#socket);
  }

  #setUp(): Promise<void> {
    return new Promise((resolve, reject) => {
      const fail = (problem: string, isRefusal = false): void => {
        clearTimeout(timer);
        reject(new SetUpFailure(problem, isRefusal));
      };
      const timer = setTimeout(() => fail(`socket: no bot-ready within ${SET_UP_MS / 1000} s`), SET_UP_MS);
      this.#onReady = () => {
        clearTimeout(timer);
        resolve();
      };
      this.#socket.on('open', () => this.#send('client-ready', { version: RTVI_VERSION, about: { library: 'load' } }));
      // After the set-up a failed socket closes as well.
      this.#socket.on('error', (error) => fail(`socket: ${oneLine(error.message, REASON_MAX)}`));
      this.#socket.once('close', (code, reason) =>
        fail(`socket: ${closing(code, reason.toString())}`, code === TOO_MANY),
      );
    });
  }

  #send(type: string, data: object): void {
    this.#socket.send(encodeMessage(JSON.stringify(serverMessage(type, data, '1'))));
  }

  #receive(bytes: Uint8Array): void {
    const frame = decodeFrame(bytes);
    if (frame?.type === 'audio')
      this.#listener.audio(
        (frame.pcm.length * 1000) / frame.sampleRate,
        frame.pcm.some((sample) => sample > AUDIBLE_LEVEL || sample < -AUDIBLE_LEVEL),
      );
    else if (frame?.type === 'message') this.#readMessage(JSON.parse(frame.text) as ServerMessage);
  }

  #readMessage({ type, data }: ServerMessage): void {
    if (type === 'bot-ready' && !this.#isReady) {
      this.#isReady = true;
      this.#onReady();
    }
    if (type !== 'server-message') return;
    const { type: kind, reason } = data as { type: string; reason?: string };
    if (kind === 'flush') this.#listener.cleared();
    if (kind === 'ended') this.#endReason = reason ?? null;
  }

  #endOf(code: number, reason: string): LegEnd {
    if (this.#isHungUp) return { by: 'caller' };
    if (code === DONE && this.#endReason !== 'failed') return { by: 'agent' };
    return { by: 'failure', cause: `call cut: ${closing(code, reason)}` };
  }
}

const closing = (code: number, reason: string): string => oneLine(`closed with ${code} ${reason}`, REASON_MAX);
