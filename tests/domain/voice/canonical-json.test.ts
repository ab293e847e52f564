import { assert } from 'chai';
import fc from 'fast-check';
import { canonicalJson } from '../../../domain/voice/canonical-json.ts';

/** The same by JSON.stringify, which orders each object before it writes it. */
const byReplacer = (value: unknown): string =>
  JSON.stringify(value, (_name, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );

describe('canonicalJson', () => {
  it('orders the names of objects at any depth', () => {
    assert.equal(canonicalJson({ b: [{ d: 1, c: 'x' }], a: null }), '{"a":null,"b":[{"c":"x","d":1}]}');
  });

  it('is JSON.stringify of ordered objects, whatever the value', () => {
    const names = fc.oneof(fc.string(), fc.constantFrom('10', '9', '01', '-1', '4294967295', '__proto__', 'toString'));
    const values = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'medium' },
        fc.constantFrom(null, undefined, true, Number.NaN, Infinity, -0, '\ud800', '"\\\u0000\u2028'),
        ...[fc.double(), fc.integer(), fc.string()],
        fc.array(tie('value')),
        fc.dictionary(names, tie('value')),
      ),
    }));
    fc.assert(
      fc.property(values.value, (value) => {
        assert.equal(canonicalJson(value), byReplacer(value));
      }),
    );
  });
});
