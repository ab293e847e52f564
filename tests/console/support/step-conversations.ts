import type { StepEntry } from '../../../console/src/pages/rehearsals/in-step/pairs.ts';

/** Entries of a text with a line for each, as in `agent: Hello.`, five seconds apart. */
export const entriesOf = (text: string): StepEntry[] =>
  text
    .trim()
    .split('\n')
    .map((line, index) => {
      const [by = '', words = ''] = line.trim().split(': ');
      return { by: by as StepEntry['by'], words, at: index * 5 };
    });

/** Two conversations of the same caller with two versions of an agent. */
export const BOOKED = entriesOf(`
  agent: Hello, this is the Blue Door.
  caller: a table please
  agent: For how many people?
  caller: for four
  tool: book_table {"guests":4}
  agent: Your table for four is booked.`);

export const REFUSED = entriesOf(`
  agent: Hello, this is the Blue Door.
  caller: a table please
  agent: For how many people, and when?
  caller: on friday
  agent: And how many of you are there?
  caller: for four
  agent: We have no table for four.`);
