/** Digits that belong together in a text, such as those of a phone number. */
export interface DigitRun {
  readonly digits: string;
  /** Where each digit is in the text. */
  readonly places: readonly number[];
}

/** What may stand between two digits of a run, and how many characters of it. */
const SEPARATORS = ' \u00a0\u202f-–./()+';
const SEPARATORS_MAX = 3;

/** The runs of digits of a text, in order. */
export function digitRuns(text: string): DigitRun[] {
  const runs: DigitRun[] = [];
  let digits = '';
  let places: number[] = [];
  const end = (): void => {
    if (digits !== '') runs.push({ digits, places });
    digits = '';
    places = [];
  };
  for (let place = 0; place < text.length; place += 1) {
    const character = text[place] as string;
    const last = places.at(-1);
    if (character >= '0' && character <= '9') {
      digits += character;
      places.push(place);
    } else if (last !== undefined && (!SEPARATORS.includes(character) || place - last > SEPARATORS_MAX)) end();
  }
  end();
  return runs;
}

/** Whether a number may begin, or end, here in a run: not between two digits that touch each other. */
export const isBoundary = ({ places }: DigitRun, index: number): boolean =>
  index === 0 || index === places.length || (places[index] as number) - (places[index - 1] as number) > 1;
