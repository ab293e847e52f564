import { decodeFrame, encodeAudio, encodeMessage } from './frames.js';
import { WIRE_RATE } from './framer.js';
import { sourceWords } from './words.js';

/** How long the runtime may take until the agent is ready, and to close a call that was hung up. In milliseconds. */
const READY_WAIT = 20_000;
const CLOSE_WAIT = 2_000;

/** How the page introduces itself: the version of RTVI it speaks, and what it is. */
const CLIENT = { version: '2.1.0', about: { library: 'talk-page' } };

/**
 * What a call tells the page.
 * @typedef {object} CallListener
 * @property {() => void} ready The agent listens.
 * @property {(pcm: Int16Array<ArrayBuffer>) => void} audio
 * @property {() => void} flush What was not yet played must not be.
 * @property {(text: string, isFinal: boolean) => void} heard The caller's words, as they stand now or for good.
 * @property {(speech: unknown, text: string) => void} said The agent begins this piece of one of its speeches.
 * @property {(sources: string[]) => void} cited Where the agent's next answer may come from.
 * @property {() => void} interrupted The caller cut the agent's speech short.
 * @property {(secs: number) => void} latency
 * @property {(state: 'listening' | 'hearing' | 'thinking' | 'speaking') => void} turned
 * @property {(message: string) => void} fault
 * @property {(how: { ended: string | null, code: number, reason: string, wasReady: boolean }) => void} over Called once.
 */

/** One call to an agent: the socket of the runtime, with protobuf frames and RTVI messages. */
export class Call {
  #socket;
  #listener;
  #isReady = false;
  #isOver = false;
  /** @type {string | null} */
  #ended = null;
  #deadline;

  /**
   * @param {URL} url
   * @param {CallListener} listener
   */
  constructor(url, listener) {
    this.#listener = listener;
    this.#socket = new WebSocket(url);
    this.#socket.binaryType = 'arraybuffer';
    this.#socket.addEventListener('open', () => this.#tell('client-ready', CLIENT));
    this.#socket.addEventListener('message', (/** @type {MessageEvent<ArrayBuffer>} */ { data }) =>
      this.#take(decodeFrame(new Uint8Array(data))),
    );
    this.#socket.addEventListener('close', ({ code, reason }) => this.#over(code, reason));
    this.#deadline = setTimeout(() => this.#abandon(4408, ''), READY_WAIT);
  }

  /** Sends one frame of the caller's voice; before the agent is ready nobody would hear it. @param {Int16Array} pcm */
  speak(pcm) {
    if (this.#isReady && this.#isOpen) this.#socket.send(encodeAudio(pcm, WIRE_RATE));
  }

  /** Says something in writing. @param {string} content */
  type(content) {
    this.#tell('send-text', { content, options: { run_immediately: true, audio_response: true } });
  }

  /** Ends the call in good order. */
  hangUp() {
    this.#ended = 'caller_left';
    if (!this.#isOpen) return this.#abandon(1000, '');
    this.#tell('disconnect-bot');
    this.#deadline = setTimeout(() => this.#abandon(1000, ''), CLOSE_WAIT);
  }

  get #isOpen() {
    return this.#socket.readyState === WebSocket.OPEN;
  }

  /** @param {string} type @param {Record<string, unknown>} [data] */
  #tell(type, data) {
    const message = { id: Math.random().toString(36).slice(2, 10), type };
    if (this.#isOpen) this.#socket.send(encodeMessage(data ? { ...message, data } : message));
  }

  /** @param {import('./frames.js').Frame | null} frame */
  #take(frame) {
    if (this.#isOver || !frame) return;
    if (frame.type === 'audio') this.#listener.audio(frame.pcm);
    else this.#understand(frame.message);
  }

  /** @param {import('./frames.js').RtviMessage} message */
  #understand({ type, data = {} }) {
    const listener = this.#listener;
    /** @type {Record<string, () => void>} */
    const meanings = {
      'bot-ready': () => this.#ready(),
      'user-transcription': () => listener.heard(String(data['text']), data['final'] === true),
      'user-started-speaking': () => listener.turned('hearing'),
      'user-stopped-speaking': () => listener.turned('listening'),
      'bot-llm-started': () => listener.turned('thinking'),
      'bot-started-speaking': () => listener.turned('speaking'),
      'bot-stopped-speaking': () => listener.turned('listening'),
      'bot-output': () => listener.said(data['segment_id'], String(data['text'])),
      'bot-interrupted': () => listener.interrupted(),
      'server-message': () => this.#understandOwn(data),
      error: () => listener.fault(String(data['message'] ?? data['error'])),
    };
    meanings[type]?.();
  }

  /** @param {Record<string, unknown>} data */
  #understandOwn({ type, user_to_bot_secs: secs, reason, sources }) {
    if (type === 'flush') this.#listener.flush();
    if (type === 'latency') this.#listener.latency(Number(secs));
    if (type === 'citations') this.#listener.cited(sourceWords(sources));
    if (type === 'ended') this.#ended ??= String(reason);
  }

  #ready() {
    clearTimeout(this.#deadline);
    this.#isReady = true;
    this.#listener.ready();
  }

  /** @param {number} code @param {string} reason */
  #abandon(code, reason) {
    this.#over(code, reason);
    this.#socket.close();
  }

  /** @param {number} code @param {string} reason */
  #over(code, reason) {
    clearTimeout(this.#deadline);
    if (this.#isOver) return;
    this.#isOver = true;
    this.#listener.over({ ended: this.#ended, code, reason, wasReady: this.#isReady });
  }
}
