import { find, make } from './dom.js';
import { secondsWords } from './words.js';

/** The bar of an answer that came this late is full; most are much shorter. In seconds. */
const FULL_BAR = 2;
/** Up to here an answer feels immediate, and up to there it still feels like a conversation. In seconds. */
const QUICK = 0.8;
const FAIR = 1.5;

/**
 * The middle of some numbers, null of none.
 * @param {readonly number[]} values
 */
function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  return upper === undefined || lower === undefined ? null : (lower + upper) / 2;
}

/** How long the agent took to answer: every turn as a bar, and the median. */
export class Latencies {
  #median = find('median', HTMLElement);
  #turns = find('turns', HTMLOListElement);
  /** @type {number[]} */
  #values = [];

  clear() {
    this.#values = [];
    this.#turns.replaceChildren();
    this.#median.textContent = '–';
  }

  get median() {
    return median(this.#values);
  }

  get count() {
    return this.#values.length;
  }

  /** @param {number} secs */
  add(secs) {
    this.#values.push(secs);
    this.#median.textContent = secondsWords(this.median ?? 0);
    const bar = make('span', 'bar');
    bar.style.setProperty('--share', String(Math.min(1, secs / FULL_BAR)));
    const item = make('li');
    item.dataset['pace'] = secs <= QUICK ? 'quick' : secs <= FAIR ? 'fair' : 'slow';
    item.append(make('span', 'turn', `Turn ${this.#values.length}`), bar, make('span', 'value', secondsWords(secs)));
    this.#turns.append(item);
    item.scrollIntoView({ block: 'nearest', inline: 'end' });
  }
}
