import { find, make } from './dom.js';
import { secondsWords } from './words.js';

/** How far from its end a reader may have scrolled and still follow what is said. In pixels. */
const NEAR_END = 80;

/** What both sides say, as it is said. Interim words stand apart, so that screen readers are told only the final ones. */
export class Captions {
  #box = find('captions', HTMLElement);
  #log = find('caption-log', HTMLElement);
  #interim = find('interim', HTMLElement);
  /** @type {{ speech: unknown, bubble: HTMLElement } | null} */
  #speech = null;
  /** @type {number | null} */
  #latency = null;
  /** @type {string[]} */
  #sources = [];

  clear() {
    this.#log.replaceChildren();
    this.#speech = null;
    this.#latency = null;
    this.#sources = [];
    this.#show('');
  }

  /** @param {string} text @param {boolean} isFinal */
  heard(text, isFinal) {
    this.#following(() => {
      this.#show(isFinal ? '' : text);
      if (!isFinal) return;
      this.#bubble('caller', 'You').append(make('span', 'words', text));
    });
  }

  /** @param {unknown} speech @param {string} text */
  said(speech, text) {
    this.#following(() => {
      if (this.#speech === null || this.#speech.speech !== speech) {
        this.#speech = { speech, bubble: this.#bubble('agent', 'Agent', this.#latency) };
        this.#latency = null;
        if (this.#sources.length > 0) this.#speech.bubble.append(make('span', 'sources', this.#sources.join('; ')));
        this.#sources = [];
      }
      this.#speech.bubble.append(make('span', 'words', text), ' ');
    });
  }

  /** The agent's next speech may come from these places. @param {string[]} sources */
  cited(sources) {
    this.#sources = sources;
  }

  interrupted() {
    this.#following(() => {
      this.#speech?.bubble.append(make('span', 'cut', 'interrupted'));
      this.#speech = null;
    });
  }

  /** The agent's next speech came after so many seconds. @param {number} secs */
  latency(secs) {
    this.#latency = secs;
  }

  /** Takes away words that never became final. */
  settle() {
    this.#show('');
  }

  /** @param {string} text */
  #show(text) {
    this.#interim.textContent = text;
    this.#interim.hidden = text === '';
  }

  /** @param {'caller' | 'agent'} side @param {string} speaker @param {number | null} [latency] */
  #bubble(side, speaker, latency = null) {
    const head = make('span', 'speaker', speaker);
    if (latency !== null) head.append(make('span', 'after-secs', `after ${secondsWords(latency)}`));
    const bubble = make('p', `bubble ${side}`);
    bubble.append(head);
    this.#log.append(bubble);
    return bubble;
  }

  /** Stays at the end, unless the reader has scrolled up. @param {() => void} change */
  #following(change) {
    const { scrollHeight, scrollTop, clientHeight } = this.#box;
    const isNearEnd = scrollHeight - scrollTop - clientHeight < NEAR_END;
    change();
    if (isNearEnd) this.#box.scrollTop = this.#box.scrollHeight;
  }
}
