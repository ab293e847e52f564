import { openAudioSession, type AudioListener, type AudioOptions, type AudioSession } from './audio-session.ts';
import type { SocketParts } from './call-socket.ts';

/** What a voice agent uses of the browser. Tests replace it. */
export interface BrowserParts extends SocketParts {
  openAudio(options: AudioOptions, listener: AudioListener): Promise<AudioSession>;
  fetch: typeof fetch;
  /** From 0 up to 1. */
  random(): number;
  /** Calls when the page is left. The answer ends that. */
  onLeave(then: () => void): () => void;
}

/** The browser that the page runs in. */
export const browserParts: BrowserParts = {
  openSocket: (url) => new WebSocket(url),
  openAudio: openAudioSession,
  fetch: (...args) => fetch(...args),
  random: () => Math.random(),
  after(ms, then) {
    const timer = setTimeout(then, ms);
    return () => clearTimeout(timer);
  },
  onLeave(then) {
    addEventListener('pagehide', then);
    return () => removeEventListener('pagehide', then);
  },
};
