import { readFile } from 'node:fs/promises';
import { assert } from 'chai';
import type { Diagnostics } from 'recheck';
import { checkPatterns, withinBudget } from './checked-patterns.ts';
import { CHECKED_PATTERNS, everyPattern, patternsIn, patternsOfContract, spelling } from './patterns.ts';

describe('patterns of the sources and of the contract', () => {
  it('are all recorded as harmless by `npm run check:patterns`', async () => {
    const checked = JSON.parse(await readFile(CHECKED_PATTERNS, 'utf8')) as string[];
    const found = [...new Set((await everyPattern()).map(spelling))];
    assert.isAbove(found.length, 150);
    assert.sameMembers(checked, found);
  });
});

describe('pattern reader', () => {
  it('finds every pattern and ignores divisions', () => {
    const source = "const a = /x+/gu; const b = 4 / 2 / 1; text.replace(/[/]y/, '');";
    assert.deepEqual(
      patternsIn(source, 'a.ts').map(({ source: text, flags }) => [text, flags]),
      [
        ['x+', 'gu'],
        ['[/]y', ''],
      ],
    );
    const contract = { schemas: { Name: { type: 'string', pattern: '^a+$' } } };
    assert.deepEqual(
      patternsOfContract(contract).map(({ source: text }) => text),
      ['^a+$'],
    );
  });
});

describe('pattern check', () => {
  const timeout = { status: 'unknown', error: { kind: 'timeout' } } as Diagnostics;
  const found = (status: string) => ({ status, attack: { pattern: 'aaa' } }) as Diagnostics;
  const patternOf = (source: string) => ({ source, flags: 'u', place: 'a.ts' });

  it('records what is harmless and names what is not or could not be judged', () => {
    const answers: Record<string, Diagnostics> = {
      good: found('safe'),
      slow: found('vulnerable'),
      odd: { status: 'unknown', error: { kind: 'unsupported', message: 'lookbehind' } } as Diagnostics,
      before: { status: 'unknown', error: { kind: 'unsupported', message: 'backreference' } } as Diagnostics,
    };
    const { harmless, complaints } = checkPatterns(
      Object.keys(answers).map(patternOf),
      new Set(['/before/u', '/slow/u', '/gone/u']),
      (source) => answers[source]!,
    );
    assert.deepEqual(harmless, ['/before/u', '/good/u']);
    assert.deepEqual(complaints, [
      'vulnerable a.ts /slow/u: aaa',
      'unknown a.ts /odd/u: lookbehind',
      'unknown a.ts /before/u: backreference',
    ]);
  });

  it('repeats what ran out of time on a busy machine, until it has had its processor time', () => {
    let processor = 0;
    const waits: number[] = [];
    const check = (share: number, answer: (waited: number) => Diagnostics) =>
      withinBudget(
        (wait) => {
          waits.push(wait);
          processor += wait * share;
          return answer(wait);
        },
        () => processor,
      );
    assert.equal(check(0.2, (wait) => (wait < 80_000 ? timeout : found('safe'))).status, 'safe');
    assert.deepEqual(waits.splice(0), [20_000, 40_000, 80_000]);
    assert.equal(check(0.2, () => timeout).status, 'unknown');
    assert.deepEqual(waits.splice(0), [20_000, 40_000, 80_000, 160_000]);
    assert.equal(check(1, () => timeout).status, 'unknown');
    assert.deepEqual(waits, [20_000]);
  });
});
