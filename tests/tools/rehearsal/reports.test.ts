import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { assert } from 'chai';
import { DOMParser } from 'linkedom';
import { exitCodeOf, verdictOf, type Attempt, type SuiteResult } from '../../../domain/rehearsal/attempt.ts';
import { compareResults } from '../../../domain/rehearsal/compare.ts';
import { comparisonLines } from '../../../tools/rehearsal/comparison-text.ts';
import { htmlReport, writeHtmlReport } from '../../../tools/rehearsal/html-report.ts';
import { junitReport } from '../../../tools/rehearsal/junit-report.ts';
import { temporaryDirectory } from '../../support/temporary.ts';

const HOSTILE = `<img src=x onerror=alert(1)> & "quotes" ]]> \u{0} \u{FFFF} \u{1F600} \n line`;

const attempt = (run: number, changes: Partial<Attempt> = {}): Attempt => ({
  ...{ title: 'a table', persona: 'ada', run, seed: 7, error: null, checks: [], judged: [], usage: [] },
  ...{ cost: { amount: 1_500, unpriced: [] }, verdict: 'passed' },
  record: {
    ...{
      events: [],
      ended: 'agent_ended',
      stopped: null,
      startedAt: 0,
      fault: null,
      lengthMs: 12_300,
      calls: [],
      stages: [],
      fields: {},
      agents: [],
      outcome: null,
      turns: 2,
    },
    ...{ latenciesMs: [900, 1_100], inputs: { text: 'inputs\n', digest: 'd' }, recording: null },
    transcript: [{ speaker: 'agent', words: HOSTILE, atMs: 200, endMs: 900 }],
  },
  ...changes,
});

const failing = (run: number): Attempt =>
  attempt(run, { verdict: 'failed', checks: [{ name: `says ${HOSTILE}`, ok: false, detail: HOSTILE }] });

const suiteOf = (...attempts: Attempt[]): SuiteResult => ({
  ...{
    title: `Tables ${HOSTILE}`,
    file: 'suite.yaml',
    agent: 'agent.json',
    attempts,
    seconds: 1.25,
    currency: 'USD',
    remarks: [],
  },
  startedAt: new Date('2026-11-28T10:00:00.000Z'),
});

/** What is read of a parsed page. */
interface Markup {
  readonly children: ArrayLike<unknown>;
  readonly textContent: string;
  readonly outerHTML: string;
  getAttribute(name: string): string | null;
  querySelector(selector: string): Markup | null;
  querySelectorAll(selector: string): Iterable<Markup>;
}

const parsed = (text: string, type: 'text/html' | 'text/xml'): Markup =>
  new DOMParser().parseFromString(text, type) as unknown as Markup;

describe('the JUnit report', () => {
  const broken = attempt(3, { verdict: 'error', error: 'The LLM is down', record: null });
  const text = junitReport([suiteOf(attempt(1), failing(2), broken)]);

  it('has a suite with its numbers, and a case for each run', () => {
    const xml = parsed(text, 'text/xml');
    const suite = xml.querySelector('testsuite');
    const attributes = ['tests', 'failures', 'errors', 'skipped', 'time', 'timestamp'].map((name) =>
      suite?.getAttribute(name),
    );
    assert.deepEqual(attributes, ['3', '1', '1', '0', '1.250', '2026-11-28T10:00:00']);
    const cases = [...xml.querySelectorAll('testcase')];
    assert.deepEqual(
      cases.map((each) => each.getAttribute('name')),
      ['a table (ada), run 1', 'a table (ada), run 2', 'a table (ada), run 3'],
    );
    assert.deepEqual(
      cases.map((each) => each.children.length),
      [0, 1, 1],
    );
    assert.include(cases[1]?.querySelector('failure')?.textContent, 'seed 7');
    assert.equal(cases[2]?.querySelector('error')?.getAttribute('message'), 'The LLM is down');
  });

  it('has no character that XML does not allow, and no markup of others', () => {
    for (const forbidden of ['\u{0}', '\u{FFFF}']) assert.notInclude(text, forbidden);
    assert.notInclude(text, '<img');
    assert.notInclude(text, ']]>');
    assert.include(text, '&lt;img src=x onerror=alert(1)&gt; &amp; "quotes"');
  });
});

describe('the HTML report', () => {
  it('shows every conversation, and no markup of others', () => {
    const html = htmlReport([suiteOf(attempt(1), failing(2))]);
    const document = parsed(html, 'text/html');
    assert.isEmpty([...document.querySelectorAll('img, script')]);
    assert.lengthOf([...document.querySelectorAll('article')], 2);
    assert.equal(document.querySelector('html')?.getAttribute('lang'), 'en');
    for (const link of document.querySelectorAll('a[href^="#"]'))
      assert.exists(document.querySelector(link.getAttribute('href') ?? ''), link.outerHTML);
    assert.include(document.querySelector('article.failed')?.textContent, 'onerror=alert(1)');
    assert.notMatch(html, /(?:src|href)="(?:https?:)?\/\//);
  });

  it('has inputs and recordings beside it', async () => {
    const folder = await temporaryDirectory();
    const recording = new Uint8Array([82, 73, 70, 70]);
    const { record } = attempt(1);
    const recorded = attempt(2, { record: record && { ...record, recording } });
    await writeHtmlReport(folder, [suiteOf(attempt(1), recorded)], []);
    assert.equal(await readFile(join(folder, 'inputs/1-1.ndjson'), 'utf8'), 'inputs\n');
    assert.deepEqual([...(await readFile(join(folder, 'recordings/1-2.wav')))], [...recording]);
    const document = parsed(await readFile(join(folder, 'index.html'), 'utf8'), 'text/html');
    assert.equal(document.querySelector('audio')?.getAttribute('src'), 'recordings/1-2.wav');
    assert.exists(document.querySelector('audio')?.getAttribute('aria-label'));
  });
});

describe('a comparison', () => {
  const one = suiteOf(...Array.from({ length: 8 }, (_, at) => attempt(at + 1)));
  const other = suiteOf(...Array.from({ length: 8 }, (_, at) => (at < 7 ? failing(at + 1) : attempt(at + 1))));

  it('pairs runs, and says whether chance explains the difference', () => {
    const comparison = compareResults(one, other);
    assert.deepInclude(comparison, { better: 0, worse: 7, passAt1: [1, 1 / 8] });
    assert.closeTo(comparison.chance, 2 / 128, 1e-12);
    const text = comparisonLines(comparison).join('\n');
    assert.include(text, '▼ a table (ada): 8 of 8 passed, now 1');
    assert.match(text, /0 better, 7 worse: worse \(p = 0\.016\)\.$/);
  });

  it('leaves out pairs with a run that has no verdict', () => {
    const down = attempt(1, { verdict: 'error', error: 'The LLM is down', record: null });
    const comparison = compareResults(one, suiteOf(...Array.from({ length: 8 }, () => down)));
    assert.deepInclude(comparison, { better: 0, worse: 0, untold: 8, chance: 1 });
    assert.match(comparisonLines(comparison).join('\n'), /no difference\. 8 without a verdict do not count\.$/);
    const undecided = compareResults(suiteOf(failing(1)), suiteOf(attempt(1, { verdict: 'undecided' })));
    assert.deepInclude(undecided, { better: 0, worse: 0, untold: 1 });
  });

  it('names conversations with other words and the same outcome', () => {
    const { record } = attempt(1);
    const transcript = [{ speaker: 'agent', words: 'Other', atMs: 0, endMs: 1 }] as const;
    const text = comparisonLines(
      compareResults(suiteOf(attempt(1)), suiteOf(attempt(1, { record: record && { ...record, transcript } }))),
    );
    assert.include(text.join('\n'), '≈ With other words, and the same outcome: a table (ada)');
    assert.include(text.join('\n'), 'no difference');
  });
});

describe('the exit code', () => {
  it('is 0 if all pass, 1 if one fails, and 2 if it cannot be told', () => {
    const undecided = attempt(1, { verdict: 'undecided' });
    assert.equal(exitCodeOf([suiteOf(attempt(1))]), 0);
    assert.equal(exitCodeOf([suiteOf(attempt(1), undecided, failing(2))]), 1);
    assert.equal(exitCodeOf([suiteOf(attempt(1)), suiteOf(undecided)]), 2);
    assert.equal(exitCodeOf([]), 2);
    assert.equal(exitCodeOf([suiteOf(failing(1)), suiteOf(attempt(1))]), 1, 'the agent that is compared passes');
  });

  it('follows from checks and judges', () => {
    const check = (ok: boolean | null) => ({ name: '', ok, detail: '' });
    const judged = (met: 'yes' | 'no' | 'undecided') => [{ criterion: '', met, agreement: 1, judgements: [] }];
    const verdict = (ok: boolean | null, met: 'yes' | 'no' | 'undecided', error: string | null = null) =>
      verdictOf({ checks: [check(ok)], judged: judged(met), error });
    assert.equal(verdict(true, 'yes'), 'passed');
    assert.equal(verdict(false, 'undecided'), 'failed');
    assert.equal(verdict(true, 'no'), 'failed');
    assert.equal(verdict(null, 'yes'), 'undecided');
    assert.equal(verdict(true, 'undecided'), 'undecided');
    assert.equal(verdict(true, 'yes', 'down'), 'error');
  });
});
