import type { AudioListener, AudioOptions, AudioSession } from '../../clients/browser/audio-session.ts';
import type { BrowserParts } from '../../clients/browser/browser-parts.ts';
import { decodeFrame, encodeAudio, encodeMessage } from '../../adapters/media/protocols/pipecat-frames.ts';
import { serverMessage } from '../../adapters/media/protocols/rtvi.ts';

type SentMessage = { readonly type: string; readonly data?: Readonly<Record<string, unknown>> };

/** A socket whose other end is the test. */
export class FakeSocket extends EventTarget {
  readonly url: URL;
  readyState = 0;
  binaryType = '';
  readonly messages: SentMessage[] = [];
  readonly audio: number[] = [];

  constructor(url: URL) {
    super();
    this.url = url;
  }

  send(bytes: Uint8Array): void {
    const frame = decodeFrame(bytes);
    if (frame?.type === 'audio') this.audio.push(frame.pcm.length);
    if (frame?.type === 'message') this.messages.push(JSON.parse(frame.text) as SentMessage);
  }

  close(): void {
    this.readyState = 3;
  }

  open(): void {
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
  }

  /** The runtime sends a message. */
  report(type: string, data?: unknown): void {
    this.#receive(encodeMessage(JSON.stringify(serverMessage(type, data))));
  }

  sound(pcm: Int16Array): void {
    this.#receive(encodeAudio(pcm, 16_000));
  }

  ends(code: number, reason = ''): void {
    this.readyState = 3;
    this.dispatchEvent(Object.assign(new Event('close'), { code, reason }));
  }

  /** The messages of a type that the page sent. */
  sent(type: string): readonly SentMessage[] {
    return this.messages.filter((message) => message.type === type);
  }

  #receive(bytes: Uint8Array): void {
    this.dispatchEvent(Object.assign(new Event('message'), { data: Uint8Array.from(bytes).buffer }));
  }
}

/** Audio without devices. */
export class FakeAudio implements AudioSession {
  readonly options: AudioOptions;
  readonly listener: AudioListener;
  readonly played: number[] = [];
  flushes = 0;
  isMuted = false;
  isClosed = false;
  microphoneId: string | null = null;

  constructor(options: AudioOptions, listener: AudioListener) {
    this.options = options;
    this.listener = listener;
  }

  play(pcm: Int16Array): void {
    this.played.push(pcm.length);
  }

  flush(): void {
    this.flushes += 1;
  }

  mute(muted: boolean): void {
    this.isMuted = muted;
  }

  async useMicrophone(deviceId: string): Promise<void> {
    this.microphoneId = deviceId;
  }

  async useSpeaker(): Promise<boolean> {
    return false;
  }

  close(): void {
    this.isClosed = true;
  }
}

interface Timer {
  readonly ms: number;
  readonly run: () => void;
}

/** A browser whose sockets, audio and time are those of the test. */
export class FakeBrowser implements BrowserParts {
  readonly sockets: FakeSocket[] = [];
  readonly audios: FakeAudio[] = [];
  readonly timers = new Set<Timer>();
  readonly requests: { readonly url: string; readonly body: unknown }[] = [];
  readonly #leaving = new Set<() => void>();
  /** What the ticket endpoint answers. */
  answer = (): Response => Response.json({ socket_url: 'ws://runtime.test/agent/o/a', ticket: 't1', call_id: 'c1' });

  get socket(): FakeSocket {
    return this.sockets.at(-1) as FakeSocket;
  }

  get audio(): FakeAudio {
    return this.audios.at(-1) as FakeAudio;
  }

  readonly fetch = (async (url: string | URL, init: { readonly body: string }) => {
    this.requests.push({ url: String(url), body: JSON.parse(init.body) as unknown });
    return this.answer();
  }) as typeof fetch;

  openSocket(url: URL): WebSocket {
    const socket = new FakeSocket(url);
    this.sockets.push(socket);
    return socket as unknown as WebSocket;
  }

  async openAudio(options: AudioOptions, listener: AudioListener): Promise<AudioSession> {
    const audio = new FakeAudio(options, listener);
    this.audios.push(audio);
    return audio;
  }

  random(): number {
    return 0.5;
  }

  after(ms: number, then: () => void): () => void {
    const timer = { ms, run: then };
    this.timers.add(timer);
    return () => void this.timers.delete(timer);
  }

  onLeave(then: () => void): () => void {
    this.#leaving.add(then);
    return () => void this.#leaving.delete(then);
  }

  /** The page is left. */
  leave(): void {
    for (const then of this.#leaving) then();
  }

  /** The time of the timers of this length comes. */
  elapse(ms: number): void {
    for (const timer of [...this.timers].filter((each) => each.ms === ms)) {
      this.timers.delete(timer);
      timer.run();
    }
  }
}

/** Lets promises that are due run. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
