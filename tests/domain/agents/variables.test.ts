import { assert } from 'chai';
import { mergeVariables, parseVariables, substitute } from '../../../domain/agents/variables.ts';
import { refusal } from './known-providers.ts';

describe('variables', () => {
  it('take the place of their names', () => {
    assert.equal(substitute('Hi {{name}}, {{name}}!', { name: 'Ada' }), 'Hi Ada, Ada!');
  });

  it('vanish when they have no value', () => {
    assert.equal(substitute('Hi {{name}}{{other}}!', { other: null }), 'Hi !');
  });

  it('are spoken as they are written in JSON, and texts as they are', () => {
    const values = { s: 'a "b"', n: 1.5, b: false, o: { x: [1] }, z: null };
    assert.equal(substitute('{{s}}|{{n}}|{{b}}|{{o}}|{{z}}', values), 'a "b"|1.5|false|{"x":[1]}|');
  });

  it('are word characters between double braces and nothing else', () => {
    const text = '{name} {{ name }} {{na-me}} {{}} {{{name}}}';
    assert.equal(substitute(text, { name: 'X' }), '{name} {{ name }} {{na-me}} {{}} {X}');
  });

  it('have names in any script', () => {
    for (const name of ['имя', 'prénom', 'e\u0301te\u0301', 'नाम', '名前2', 'می\u200cخواهم', 'x_1'])
      assert.equal(substitute(`Hi {{${name}}}!`, { [name]: 'Ada' }), 'Hi Ada!', name);
    assert.equal(substitute('{{имя}}{{x–y}}{{a b}}', {}), '{{x–y}}{{a b}}');
  });

  it('are replaced once: a value with braces or dollars stays as it is', () => {
    assert.equal(substitute('{{a}} {{b}}', { a: '{{b}}', b: '$& $1' }), '{{b}} $& $1');
    assert.equal(substitute('{{{{gone}}a}}', { a: '1' }), '{{a}}');
  });

  it('are not what every object has of itself', () => {
    assert.equal(substitute('[{{constructor}}{{__proto__}}{{toString}}]', {}), '[]');
  });

  it('may be called what objects call their own, when somebody really does', () => {
    const perCall = parseVariables(JSON.parse('{"__proto__":"p","constructor":"c"}'));
    assert.equal(substitute('{{__proto__}}{{constructor}}', mergeVariables({}, perCall)), 'pc');
  });

  it('of the call win over those of the agent', () => {
    assert.deepEqual(mergeVariables({ a: 1, b: 2 }, { b: null, c: 3 }), { a: 1, b: null, c: 3 });
  });

  it('are none when absent, and refused when they are no object or have no name', () => {
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
