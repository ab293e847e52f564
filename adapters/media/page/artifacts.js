import { find, onPress } from './dom.js';

/** How often and how long the API is asked whether recording and transcript are stored. In milliseconds. */
const ASK_EVERY = 1_000;
const ASK_FOR = 30_000;
const STORING = 'Recording and transcript are being stored…';
const NOT_FOUND = 'Recording and transcript are not there yet; the call id names them.';

/** @typedef {{ recording_url: string | null, transcript_url: string | null }} Stored */

/** Recording and transcript of the last call, fetched from the API once they are stored and somebody asks for them. */
export class Artifacts {
  #session;
  #hear = find('hear', HTMLButtonElement);
  #read = find('read', HTMLButtonElement);
  #recording = find('recording', HTMLAudioElement);
  #transcript = find('transcript', HTMLElement);
  #note = find('storing', HTMLElement);
  #callId = '';

  /** @param {import('./session.js').Session} session */
  constructor(session) {
    this.#session = session;
    onPress(this.#hear, () => this.#play());
    onPress(this.#read, () => this.#show());
  }

  /** Offers what this call leaves behind, as soon as it is there. @param {string} callId */
  async offer(callId) {
    this.clear();
    this.#callId = callId;
    this.#note.textContent = STORING;
    for (let waited = 0; waited < ASK_FOR; waited += ASK_EVERY) {
      const isComplete = await this.#look(callId);
      if (this.#callId !== callId) return;
      if (isComplete) return void (this.#note.textContent = '');
      await new Promise((resolve) => setTimeout(resolve, ASK_EVERY));
    }
    if (this.#callId === callId) this.#note.textContent = NOT_FOUND;
  }

  /** Forgets the call. */
  clear() {
    this.#callId = '';
    URL.revokeObjectURL(this.#recording.src);
    this.#recording.removeAttribute('src');
    this.#recording.hidden = this.#transcript.hidden = true;
    this.#hear.hidden = this.#read.hidden = false;
    this.#hear.disabled = this.#read.disabled = true;
  }

  /** @param {string} callId */
  async #look(callId) {
    const call = /** @type {Stored | null} */ (await this.#session.get(`/calls/${callId}`).catch(() => null));
    if (this.#callId !== callId) return false;
    this.#hear.disabled = !call?.recording_url;
    this.#read.disabled = !call?.transcript_url;
    return Boolean(call?.recording_url && call.transcript_url);
  }

  async #play() {
    this.#recording.src = URL.createObjectURL(await this.#session.blob(`/calls/${this.#callId}/recording`));
    this.#recording.hidden = false;
    this.#hear.hidden = true;
    this.#recording.focus();
    // A browser that refuses to start by itself still shows the controls.
    await this.#recording.play().catch(() => undefined);
  }

  async #show() {
    const transcript = await this.#session.blob(`/calls/${this.#callId}/transcript`);
    this.#transcript.textContent = await transcript.text();
    this.#transcript.hidden = false;
    this.#read.hidden = true;
    this.#transcript.focus();
  }
}
