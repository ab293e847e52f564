import { find } from './dom.js';
import { Level } from './level.js';

/**
 * What the user can do during a call.
 * @typedef {{ mute: (muted: boolean) => void, type: (words: string) => void, hangUp: () => void }} ControlListener
 */

/** The controls of a call: the microphone's level, mute, typing, hanging up. */
export class Controls {
  #panel = find('controls', HTMLElement);
  #level = new Level(find('microphone-level', HTMLElement));
  #mute = find('mute', HTMLButtonElement);
  #typed = find('typed', HTMLInputElement);
  #send = find('send', HTMLButtonElement);
  #listener;

  /** @param {ControlListener} listener */
  constructor(listener) {
    this.#listener = listener;
    find('hang-up', HTMLButtonElement).addEventListener('click', () => listener.hangUp());
    this.#mute.addEventListener('click', () => this.#setMuted(this.#mute.ariaPressed !== 'true'));
    find('type-form', HTMLFormElement).addEventListener('submit', (event) => {
      event.preventDefault();
      const words = this.#typed.value.trim();
      if (words !== '') listener.type(words);
      this.#typed.value = '';
    });
  }

  /** Only hanging up is possible before the agent listens. */
  prepare() {
    this.#panel.hidden = false;
    this.#setMuted(false);
    this.#enable(false);
  }

  begin() {
    this.#enable(true);
  }

  end() {
    this.#panel.hidden = true;
    this.#level.clear();
  }

  /** @param {Int16Array} pcm */
  hear(pcm) {
    this.#level.show(pcm);
  }

  /** @param {boolean} muted */
  #setMuted(muted) {
    this.#mute.ariaPressed = String(muted);
    this.#listener.mute(muted);
  }

  /** @param {boolean} on */
  #enable(on) {
    for (const control of [this.#mute, this.#typed, this.#send]) control.disabled = !on;
  }
}
