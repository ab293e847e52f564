import { Keypad } from '../../../application/runtime/keypad.ts';
import type { DigitEntry } from '../../../domain/agents/keypad.ts';
import type { ToolAnswer } from '../../../domain/agents/tool-answer.ts';
import { fakeClock } from '../../support/fake-clock.ts';

/** An entry of four to six digits. */
const PIN: DigitEntry = {
  ...{ name: 'pin', description: 'The PIN', min_digits: 4, max_digits: 6, terminator: '#', secret: false },
  ...{ first_digit_secs: 10, timeout_secs: 5 },
};

export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A keypad under a fake clock, and what it reports. */
export function openKeypad(hasSecrets = false) {
  const clock = fakeClock();
  const entries: string[] = [];
  const progress: string[] = [];
  const collected: object[] = [];
  const keypad = new Keypad(
    clock,
    {
      entry: (text) => void entries.push(`${text} @${clock.monotonic()}`),
      collecting: (what) => void progress.push(what),
      collected: ({ entry, keys, count }) => void collected.push({ entry, keys, count }),
    },
    hasSecrets,
  );
  /** Presses these keys at this interval. */
  const press = (keys: string, apartMs = 300): void => {
    for (const key of keys) {
      keypad.press(key);
      clock.advance(apartMs);
    }
  };
  const abort = new AbortController();
  /** The answers of a collection of an entry, once there are any. */
  const collect = (entry: Partial<DigitEntry> = {}): ToolAnswer[] => {
    const answers: ToolAnswer[] = [];
    void keypad.collect({ ...PIN, ...entry }, abort.signal).then((answer) => answers.push(answer));
    return answers;
  };
  return { clock, entries, keypad, press, progress, collected, collect, abort };
}
