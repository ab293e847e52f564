/** The library of the yardstick: readers, loans and reservations in memory. Plain Node, no packages. */
import { digitsOf, plain } from './words.mjs';

const BRANCHES = ['harbour', 'north', 'old town'];
const TITLES = ['Garden of Stones', 'Winter Harbour', 'The Salt Road', 'A Lamp for Ada', 'Letters from the Moor'];

const newReaders = () => ({
  4412: {
    born: '1984',
    name: 'Ines Moreau',
    fines: 0,
    loans: [
      { title: 'Garden of Stones', due: 'the second of March', renewals: 0, reserved: false },
      { title: 'The Salt Road', due: 'the fifth of March', renewals: 1, reserved: true },
    ],
  },
  7308: {
    born: '1959',
    name: 'Tomas Brandt',
    fines: 14,
    loans: [{ title: 'Letters from the Moor', due: 'the ninth of March', renewals: 2, reserved: false }],
  },
});

const loanText = ({ title, due, renewals, reserved }) =>
  `${title}, due on ${due}, renewed ${renewals} times${reserved ? ', reserved by another reader' : ''}`;

/** A library of its own for one conversation. `state` has what was changed, and whose loans were read. */
export function newService() {
  const readers = newReaders();
  const [changes, read] = [[], []];
  const readerOf = (id) => readers[digitsOf(id)];
  const titleOf = (title) => TITLES.find((each) => plain(each) === plain(title));

  const routes = {
    'POST /library/identify': ({ card, birth_year }) => {
      const found = readerOf(card);
      if (!found || found.born !== digitsOf(birth_year))
        return [403, { error: 'Card and year of birth do not belong together.' }];
      return [200, { reader: digitsOf(card), message: `This is the card of ${found.name}.` }];
    },
    'POST /library/account': ({ reader }) => {
      const found = readerOf(reader);
      if (!found) return [403, { error: 'The reader is not identified.' }];
      read.push(digitsOf(reader));
      const loans = found.loans.map(loanText).join('; ');
      return [200, { message: `Loans: ${loans}. Fines: ${found.fines} euros.` }];
    },
    'POST /library/renewals': ({ reader, title }) => {
      const loan = readerOf(reader)?.loans.find((each) => each.title === titleOf(title));
      if (!loan) return [404, { error: 'The reader has no such loan.' }];
      loan.renewals += 1;
      changes.push({ renewed: loan.title, reader: digitsOf(reader) });
      return [201, { message: `${loan.title} is renewed until the thirtieth of March.` }];
    },
    'POST /library/reservations': ({ reader, title, branch }) => {
      const [book, place] = [titleOf(title), BRANCHES.find((each) => plain(branch).startsWith(each))];
      if (!readerOf(reader)) return [403, { error: 'The reader is not identified.' }];
      if (!book || !place) return [404, { error: `Books: ${TITLES.join(', ')}. Branches: ${BRANCHES.join(', ')}.` }];
      changes.push({ reserved: book, branch: place, reader: digitsOf(reader) });
      return [201, { message: `${book} is reserved. You can fetch it at the ${place} branch from Thursday.` }];
    },
  };

  return {
    answerTo: (method, path, body) => routes[`${method} ${path}`]?.(body ?? {}) ?? [404, { error: 'No such request' }],
    state: () => ({ changes, read: [...new Set(read)] }),
  };
}
