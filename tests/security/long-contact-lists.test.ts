import { performance } from 'node:perf_hooks';
import { setImmediate as settle } from 'node:timers/promises';
import { assert } from 'chai';
import { csvParser } from '../../adapters/csv/csv-parse.ts';
import { systemZones } from '../../adapters/time-zones/system.ts';
import { checkList } from '../../application/campaigns/check-list.ts';
import { fairListChecker } from '../../application/campaigns/fair-list-checker.ts';
import type { ContactList, ListCheck, ListChecker } from '../../application/ports/list-checker.ts';
import { listThread } from '../../bootstrap/contact-lists/list-thread.ts';
import { errorText, refusalOf } from '../support/refusals.ts';

const ROWS = 100_000;
const CONTACTS: ListCheck = { as: 'contacts' };
const COLUMNS: ListCheck = {
  as: 'columns',
  settings: { schedule_config: { use_contact_timezone: true, timezone_column: 'zone' } } as never,
};
/** Repetitions of which the best counts, because a busy machine is late anyway. */
const TRIES = 10;

const row = (at: number): string => `+1415${5_000_000 + at},Ada ${at},Europe/London\n`;
const rows = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, at) => row(from + at)).join('');
const HEADER = 'phone_number,name,zone\n';
const LONG = Buffer.from(HEADER + rows(0, ROWS));

/** The list in pieces, as of a file. Calls `close` at their end, or when the reader ends before. */
async function* pieces(list: Uint8Array, close: () => void = () => undefined): AsyncGenerator<Uint8Array> {
  try {
    for (let at = 0; at < list.length; at += 65_536) yield list.subarray(at, at + 65_536);
  } finally {
    close();
  }
}

const listOf = (list: Uint8Array, close?: () => void): ContactList => ({
  size: list.length,
  bytes: pieces(list, close),
});

describe('checks of long contact lists', () => {
  const here = checkList({ csvParser: csvParser(), timeZones: systemZones() });
  const clock = { now: 0, monotonic: () => clock.now };
  const check = listThread(here, clock);

  /** For how long this thread was busy. In milliseconds. */
  async function busyFor(checker: ListChecker, what: ListCheck): Promise<number> {
    const before = performance.eventLoopUtilization();
    assert.equal(await checker(listOf(LONG), what), ROWS);
    return performance.eventLoopUtilization(before).active;
  }

  for (const what of [CONTACTS, COLUMNS, { as: 'suppressions' }] as const)
    it(`leave others a fifth of its time at most when it is read for ${what.as}`, async () => {
      await check(listOf(LONG), what);
      let share = Infinity;
      for (let turn = 0; turn < TRIES && share > 0.2; turn += 1)
        share = Math.min(share, (await busyFor(check, what)) / (await busyFor(here, what)));
      assert.isAtMost(share, 0.2);
    });

  const WRONG: Readonly<Record<string, string>> = {
    'numbers that are none': `${HEADER}${rows(0, 2_000)}12,x,\n`,
    'a number twice': `${HEADER}${rows(0, 2_000)}${row(7)}`,
    'an open quote': `${HEADER}${rows(0, 2_000)}"`,
    'too many columns': `${HEADER.trim()}${',x'.repeat(20_000)}\n${rows(0, 100)}`,
    'a byte that is zero': `${HEADER}${rows(0, 2_000)}\0`,
  };
  for (const [what, list] of Object.entries(WRONG))
    it(`refuse one with ${what} as they refuse a short one`, async () => {
      let isClosed = false;
      const refusal = await refusalOf(
        check(
          listOf(Buffer.from(list), () => (isClosed = true)),
          CONTACTS,
        ),
      );
      assert.equal(refusal.problem, 'rejected');
      assert.equal(refusal.message, await errorText(here(listOf(Buffer.from(list)), CONTACTS)));
      assert.isTrue(isClosed, 'the list is read no further');
    });

  it('refuse a time zone that is none as in a short list', async () => {
    const list = Buffer.from(`${HEADER}${rows(0, 2_000)}${row(2_000).replace('London', 'Nowhere')}`);
    assert.match(await errorText(check(listOf(list), COLUMNS)), /an unknown time zone in row 2002/);
  });

  it('check a shorter one in the meantime', async () => {
    const ended: string[] = [];
    const long = check(listOf(LONG), CONTACTS).then(() => ended.push('long'));
    const short = check(listOf(LONG.subarray(0, 40_000)), { as: 'suppressions' }).then(() => ended.push('short'));
    await Promise.all([long, short]);
    assert.deepEqual(ended, ['short', 'long']);
  });

  it('tell the fault of a list that cannot be read to its end, and check the next', async () => {
    const broken = async function* (): AsyncGenerator<Uint8Array> {
      yield LONG.subarray(0, 65_536);
      throw new Error('the disk is gone');
    };
    assert.equal(await errorText(check({ size: LONG.length, bytes: broken() }, CONTACTS)), 'the disk is gone');
    assert.equal(await check(listOf(LONG), CONTACTS), ROWS);
  });

  it('end with what to do when they take too long', async () => {
    const slow = async function* (): AsyncGenerator<Uint8Array> {
      for await (const piece of pieces(LONG)) {
        yield piece;
        clock.now += 60_000;
      }
    };
    const refusal = await refusalOf(check({ size: LONG.length, bytes: slow() }, CONTACTS));
    assert.equal(refusal.problem, 'busy');
    assert.match(refusal.message, /takes too long to check: split it/);
  });
});

describe('checks of contact lists at once', () => {
  /** A checker whose checks in turn end all at once. */
  function openChecks() {
    let end: (counted: number) => void = () => undefined;
    const ended = new Promise<number>((resolve) => (end = resolve));
    const pending = { end, checks: 0 };
    const listChecker: ListChecker = async (_bytes, _check, inTurn) => {
      const read = async (): Promise<number> => {
        pending.checks += 1;
        return ended;
      };
      return inTurn!(read);
    };
    return { pending, check: fairListChecker({ listChecker }) };
  }

  it('are one of an organisation, and twenty of it with those that wait', async () => {
    const { pending, check } = openChecks();
    const twenty = Array.from({ length: 20 }, () => check('hostile', listOf(LONG), CONTACTS));
    const refusal = await refusalOf(check('hostile', listOf(LONG), CONTACTS));
    assert.equal(refusal.problem, 'limited');
    assert.match(refusal.message, /Other contact lists of your organisation are checked: try again in a few seconds/);
    const other = check('other', listOf(LONG), CONTACTS);
    await settle();
    assert.equal(pending.checks, 2);
    pending.end(1);
    await Promise.all([...twenty, other]);
  });

  it('do not keep short lists waiting, and close what they refuse', async () => {
    const checker = listThread(checkList({ csvParser: csvParser(), timeZones: systemZones() }), { monotonic: () => 0 });
    const check = fairListChecker({ listChecker: checker });
    const [short, long] = [LONG.subarray(0, 4_000), LONG.subarray(0, 40_000)];
    let open = 0;
    const opened = (list: Uint8Array): ContactList => ({
      size: list.length,
      bytes: (async function* () {
        open += 1;
        yield* pieces(list, () => (open -= 1));
      })(),
    });
    const all = await Promise.allSettled([
      ...Array.from({ length: 21 }, () => check('one', opened(long), CONTACTS)),
      ...Array.from({ length: 21 }, () => check('one', opened(short), { as: 'suppressions' })),
    ]);
    assert.equal(all.slice(0, 21).filter(({ status }) => status === 'rejected').length, 1);
    assert.isTrue(all.slice(21).every(({ status }) => status === 'fulfilled'));
    assert.equal(open, 0);
  });
});
