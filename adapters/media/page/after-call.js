import { Artifacts } from './artifacts.js';
import { find, onPress } from './dom.js';
import { clockWords, secondsWords } from './words.js';

/**
 * What is told of a call that is over. `callId` is null when nothing of it was stored.
 * @typedef {{ callId: string | null, why: string, secs: number, replies: number, median: number | null }} OverCall
 */

/** The panel after a call: why it ended, its figures, and what it left behind. */
export class AfterCall {
  #panel = find('after', HTMLElement);
  #copy = find('copy-id', HTMLButtonElement);
  #artifacts;

  /** @param {import('./session.js').Session} session */
  constructor(session) {
    this.#artifacts = new Artifacts(session);
    onPress(this.#copy, async () => {
      await navigator.clipboard.writeText(find('call-id', HTMLElement).textContent);
      this.#copy.textContent = 'Copied';
    });
  }

  /** @param {OverCall} call */
  show({ callId, why, secs, replies, median }) {
    const facts = {
      why,
      'call-id': callId ?? '',
      'fact-duration': clockWords(secs),
      'fact-replies': String(replies),
      'fact-median': median === null ? '–' : secondsWords(median),
    };
    for (const [id, fact] of Object.entries(facts)) find(id, HTMLElement).textContent = fact;
    find('left-behind', HTMLElement).hidden = callId === null;
    this.#copy.textContent = 'Copy';
    this.#panel.hidden = false;
    this.#panel.focus();
    if (callId !== null) void this.#artifacts.offer(callId);
  }

  hide() {
    this.#panel.hidden = true;
    this.#artifacts.clear();
  }
}
