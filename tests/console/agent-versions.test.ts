import { assert } from 'chai';
import { namedChanges, shownLines, valueText, type AgentVersion } from '../../console/src/pages/agents/versions.ts';

const lines = (marks: string) =>
  [...marks].map((mark, at) => ({
    kind: mark === '+' ? ('added' as const) : mark === '-' ? ('removed' as const) : ('same' as const),
    text: `${at}`,
  }));

describe('versions of agents in the console', () => {
  it('show changed lines with two beside them, and count the others', () => {
    const shown = shownLines(lines('     +-     .'));
    assert.deepEqual(
      shown.map((line) => (line.kind === 'gap' ? line.lines : line.text)),
      [3, '3', '4', '5', '6', '7', '8', 4],
    );
    assert.deepEqual(shownLines(lines('   ')), [{ kind: 'gap', lines: 3 }]);
    assert.deepEqual(shownLines([]), []);
  });

  it('name the first three changed fields', () => {
    const version = (changed_fields: string[]) => ({ changed_fields }) as unknown as AgentVersion;
    assert.deepEqual(namedChanges(version(['name', 'config.prompts', 'config.tools[a]', 'config.x'])), {
      names: ['name', 'prompts', 'tools[a]'],
      more: 1,
    });
    assert.deepEqual(namedChanges(version([])), { names: [], more: 0 });
  });

  it('show texts as they are, and other values as JSON', () => {
    assert.equal(valueText('a\nb'), 'a\nb');
    assert.equal(valueText({ a: [1] }), '{\n  "a": [\n    1\n  ]\n}');
  });
});
