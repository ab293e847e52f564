import { assert } from 'chai';
import { mergeVariables, parseVariables, substitute } from '../../../domain/agents/variables.ts';
import { refusal } from './known-providers.ts';

describe('variables', () => {
  it('replace their placeholders', () => {
    assert.equal(substitute('Hi {{name}}, {{name}}!', { name: 'Ada' }), 'Hi Ada, Ada!');
  });

  it('become empty without a value', () => {
    assert.equal(substitute('Hi {{name}}{{other}}!', { other: null }), 'Hi !');
  });

  it('are inserted as JSON, texts as they are', () => {
    const values = { s: 'a "b"', n: 1.5, b: false, o: { x: [1] }, z: null };
    assert.equal(substitute('{{s}}|{{n}}|{{b}}|{{o}}|{{z}}', values), 'a "b"|1.5|false|{"x":[1]}|');
  });

  it('match word characters between double braces only', () => {
    const text = '{name} {{ name }} {{na-me}} {{}} {{{name}}}';
    assert.equal(substitute(text, { name: 'X' }), '{name} {{ name }} {{na-me}} {{}} {X}');
  });

  it('accept names in any script', () => {
    for (const name of ['имя', 'prénom', 'e\u0301te\u0301', 'नाम', '名前2', 'می\u200cخواهم', 'x_1'])
      assert.equal(substitute(`Hi {{${name}}}!`, { [name]: 'Ada' }), 'Hi Ada!', name);
    assert.equal(substitute('{{имя}}{{x–y}}{{a b}}', {}), '{{x–y}}{{a b}}');
  });

  it('are replaced once: braces and dollars in a value stay', () => {
    assert.equal(substitute('{{a}} {{b}}', { a: '{{b}}', b: '$& $1' }), '{{b}} $& $1');
    assert.equal(substitute('{{{{gone}}a}}', { a: '1' }), '{{a}}');
  });

  it('ignore properties of Object.prototype', () => {
    assert.equal(substitute('[{{constructor}}{{__proto__}}{{toString}}]', {}), '[]');
  });

  it('accept own names that Object.prototype also has', () => {
    const perCall = parseVariables(JSON.parse('{"__proto__":"p","constructor":"c"}'));
    assert.equal(substitute('{{__proto__}}{{constructor}}', mergeVariables({}, perCall)), 'pc');
  });

  it('take the value of the call before that of the agent', () => {
    assert.deepEqual(mergeVariables({ a: 1, b: 2 }, { b: null, c: 3 }), { a: 1, b: null, c: 3 });
  });

  it('are empty when absent and rejected without an object or a name', () => {
    assert.deepEqual(parseVariables(undefined), {});
    assert.equal(
      refusal(() => parseVariables([])),
      'custom_variables must be an object',
    );
    assert.equal(
      refusal(() => parseVariables({ ' ': 1 }, 'context')),
      'context must not have an empty name',
    );
  });
});
