import { assert } from 'chai';
import { faultsOf, judge, type AcceptedSurvivors, type TestedMutant } from '../mutants/verdict.ts';

const FILE = 'domain/calls/a.ts';
const SOURCES = new Map([[FILE, 'const a = 1;\n  if (a < b) {\n    go();\n  }\n']]);

const mutant = (changes: Partial<TestedMutant> = {}): TestedMutant => ({
  file: FILE,
  start: { line: 2, column: 7 },
  end: { line: 2, column: 12 },
  replacement: 'a <= b',
  status: 'Survived',
  ...changes,
});
const killed = (count: number): TestedMutant[] => Array.from({ length: count }, () => mutant({ status: 'Killed' }));
const listed: AcceptedSurvivors = {
  file: FILE,
  code: 'if (a < b) {',
  mutants: ['a < b → a <= b'],
  reason: 'Never equal.',
};

describe('verdict on mutants', () => {
  it('counts those that a test noticed', () => {
    const mutants = [...killed(7), mutant({ status: 'Timeout' }), mutant(), mutant({ status: 'NoCoverage' })];
    assert.deepInclude(judge(mutants, SOURCES, []), { mutants: 10, killed: 7, timedOut: 1, survived: 2, score: 80 });
  });

  it('names survivors by their line and its text', () => {
    const block = mutant({ start: { line: 2, column: 14 }, end: { line: 4, column: 4 }, replacement: '{}' });
    assert.deepEqual(judge([mutant(), block], SOURCES, []).unexplained, [
      { file: FILE, line: 2, code: 'if (a < b) {', mutant: 'a < b → a <= b' },
      { file: FILE, line: 2, code: 'if (a < b) {', mutant: '{ go(); } → {}' },
    ]);
  });

  it('accepts listed survivors wherever their line is', () => {
    const moved = new Map([[FILE, `\n\n${SOURCES.get(FILE)}`]]);
    const lower = mutant({ start: { line: 4, column: 7 }, end: { line: 4, column: 12 } });
    const verdict = judge([...killed(9), lower], moved, [listed]);
    assert.isEmpty(verdict.unexplained);
    assert.isEmpty(faultsOf(verdict, true));
  });

  it('fails below 90 %', () => {
    assert.isEmpty(faultsOf(judge([...killed(9), mutant()], SOURCES, []), false));
    assert.deepEqual(faultsOf(judge([...killed(8), mutant()], SOURCES, []), false), [
      '88.9 % of the mutants are detected, fewer than 90 %',
    ]);
    assert.lengthOf(faultsOf(judge([], SOURCES, []), false), 1, 'a folder without mutants');
  });

  it('fails for survivors that are not listed only if it is strict', () => {
    const verdict = judge([...killed(9), mutant()], SOURCES, [{ ...listed, mutants: [] }]);
    assert.isEmpty(faultsOf(verdict, false));
    assert.deepEqual(faultsOf(verdict, true), ['1 survivors have no reason']);
  });

  it('fails for listed survivors that a test notices', () => {
    const [fault, ...more] = faultsOf(judge(killed(10), SOURCES, [listed]), false);
    assert.match(fault ?? '', /no longer survives.*: domain\/calls\/a\.ts: if \(a < b\) \{: a < b → a <= b$/);
    assert.isEmpty(more);
  });
});
