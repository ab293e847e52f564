import { assert } from 'chai';
import { isPathAllowed, robotsRules } from '../../../adapters/page-fetcher/robots-rules.ts';

/** The result of steps. */
function ended<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

const isAllowed = (robots: string, path: string): boolean =>
  ended(isPathAllowed(ended(robotsRules(robots, 'voice-agent-platform')), path));

describe('robots.txt by RFC 9309', () => {
  const CASES: readonly (readonly [what: string, robots: string, allowed: string[], refused: string[]])[] = [
    ['nothing', '', ['/', '/a'], []],
    ['everything', 'User-agent: *\nDisallow: /', [], ['/', '/a']],
    ['an empty rule', 'User-agent: *\nDisallow:', ['/', '/a'], []],
    ['rules for others', 'User-agent: other\nDisallow: /', ['/a'], []],
    ['rules for us', 'User-agent: Voice-Agent-Platform/1.0\nDisallow: /\nUser-agent: *\nAllow: /', [], ['/a']],
    [
      'rules for us beside others',
      'User-agent: *\nDisallow: /\nUser-agent: voice-agent-platform\nDisallow: /b',
      ['/a'],
      ['/b'],
    ],
    ['a group for several', 'User-agent: x\nuser-agent : *\nDisallow: /a', ['/b'], ['/a', '/ab']],
    ['two groups for us', 'User-agent: *\nDisallow: /a\n\nUser-agent: *\nDisallow: /b', ['/c'], ['/a', '/b']],
    ['the longest match', 'User-agent: *\nAllow: /a/b\nDisallow: /a', ['/a/b/c', '/'], ['/a', '/a/c']],
    ['a tie', 'User-agent: *\nDisallow: /a\nAllow: /a', ['/a'], []],
    ['a wildcard', 'User-agent: *\nDisallow: /a/*/c', ['/a/c', '/a/b/d'], ['/a/b/c', '/a/b/b/cd']],
    ['an end', 'User-agent: *\nDisallow: /*.pdf$', ['/a.pdfx', '/a'], ['/a.pdf', '/b/.pdf']],
    ['an end without a wildcard', 'User-agent: *\nDisallow: /a$', ['/ab', '/'], ['/a']],
    ['an overlap', 'User-agent: *\nDisallow: /ab*ba$', ['/aba'], ['/abba', '/ab-ba']],
    ['a query', 'User-agent: *\nDisallow: /*?id=', ['/a?b'], ['/a?id=1']],
    ['comments', '# Hi\nUser-agent: * # all\nDisallow: /a # no\n', ['/b'], ['/a']],
    ['Windows lines and a mark', '\uFEFFUser-agent: *\r\nDisallow: /a\r\n', ['/b'], ['/a']],
    ['rules before any group', 'Disallow: /\nUser-agent: *\nDisallow: /a', ['/b'], ['/a']],
    ['other lines', 'User-agent: *\nSitemap: https://a.example/\nCrawl-delay: 9\nDisallow: /a', ['/b'], ['/a']],
    ['encoded paths', 'User-agent: *\nDisallow: /%7euser\nDisallow: /ö', ['/user'], ['/~user', '/%7Euser', '/%C3%B6']],
    ['an encoded slash', 'User-agent: *\nDisallow: /a%2fb', ['/a/b'], ['/a%2Fb']],
  ];
  for (const [what, robots, allowed, refused] of CASES)
    it(`allows and refuses paths by ${what}`, () => {
      for (const path of allowed) assert.isTrue(isAllowed(robots, path), path);
      for (const path of refused) assert.isFalse(isAllowed(robots, path), path);
    });

  it('is read to a bound of each line, in steps that have one of those at most', () => {
    const long = `Disallow: /${'ö'.repeat(30_000)}`;
    const reading = robotsRules(`User-agent: *\n${`${long}\n`.repeat(8)}`, 'voice-agent-platform');
    let steps = 0;
    let step = reading.next();
    for (; !step.done; step = reading.next()) steps += 1;
    assert.equal(steps, 8);
    for (const { path } of step.value) assert.isBelow(path.length, 6 * 16_384);
  });

  it('is read and applied in short steps, however long it is', () => {
    const robots = `User-agent: *\n${`Disallow: ${'*a'.repeat(100)}b\n`.repeat(2_000)}`;
    let steps = 0;
    const reading = robotsRules(robots, 'voice-agent-platform');
    let step = reading.next();
    for (; !step.done; step = reading.next()) steps += 1;
    const rules = step.value;
    assert.lengthOf(rules, 2_000);
    assert.isAtLeast(steps, 4);
    const deciding = [...{ [Symbol.iterator]: () => isPathAllowed(rules, `/${'a'.repeat(2_000)}`) }];
    assert.lengthOf(deciding, 2_000);
  });
});
