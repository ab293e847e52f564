import { assert } from 'chai';
import fc from 'fast-check';
import { differences, withLines, type Difference } from '../../../domain/agents/differences.ts';

const paths = (found: readonly Difference[]): string[] => found.map(({ kind, path }) => `${kind} ${path}`);

describe('differences of two values', () => {
  it('name added, removed and changed fields by their paths', () => {
    const before = { a: 1, b: { c: 'x', gone: null }, same: [1, { d: true }] };
    const after = { a: 2, b: { c: 'x', fresh: { e: 1 } }, same: [1, { d: true }] };
    assert.deepEqual(differences(before, after), [
      { path: 'a', kind: 'changed', before: 1, after: 2 },
      { path: 'b.fresh', kind: 'added', after: { e: 1 } },
      { path: 'b.gone', kind: 'removed', before: null },
    ]);
  });

  it('compare items of a list by name, so that an inserted one changes no other', () => {
    const [book, ask] = [
      { name: 'book', url: 'https://a', headers: { x: '1' } },
      { name: 'ask', url: 'https://b' },
    ];
    const after = [
      { name: 'first', url: 'https://c' },
      { ...book, headers: { x: '2' } },
    ];
    assert.deepEqual(paths(differences({ tools: [book, ask] }, { tools: after })), [
      'added tools[first]',
      'changed tools[book].headers.x',
      'removed tools[ask]',
    ]);
    assert.deepEqual(paths(differences({ tools: [book, ask] }, { tools: [ask, book] })), ['changed tools']);
  });

  it('compare other lists whole', () => {
    assert.deepEqual(differences({ ids: ['a', 'b'] }, { ids: ['b', 'a'] }), [
      { path: 'ids', kind: 'changed', before: ['a', 'b'], after: ['b', 'a'] },
    ]);
    const twice = [{ name: 'same' }, { name: 'same' }];
    assert.deepEqual(paths(differences({ list: twice }, { list: [{ name: 'same' }] })), ['changed list']);
    assert.deepEqual(paths(differences({ list: [{ name: '2' }] }, { list: [{ name: '2', x: 1 }] })), ['changed list']);
    assert.deepEqual(paths(differences({ list: [] }, { list: [{ name: 'a' }] })), ['added list[a]']);
  });

  it('do not depend on the order of fields, nor on fields that are undefined', () => {
    assert.isEmpty(differences({ a: 1, b: [{ c: 1, d: 2 }] }, { b: [{ d: 2, c: 1 }], a: 1, e: undefined }));
  });

  it('do not confuse values of different types, nor names of the prototype with fields', () => {
    assert.deepEqual(paths(differences({ a: '1', b: [], c: null }, { a: 1, b: {}, c: false })), [
      ...['changed a', 'changed b', 'changed c'],
    ]);
    assert.deepEqual(paths(differences({}, { toString: 1 })), ['added toString']);
    assert.deepEqual(paths(differences({ constructor: 1 }, {})), ['removed constructor']);
  });

  it('are none exactly for equal JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        assert.isEmpty(differences(a, JSON.parse(JSON.stringify(a))));
        const isEqual = sorted(a) === sorted(b);
        assert.equal(differences(a, b).length === 0, isEqual);
      }),
      { numRuns: 100 },
    );
  });

  it('have the lines of texts that have several', () => {
    const found = withLines(differences({ a: 'one\ntwo', b: 'x', c: 1 }, { a: 'one\n2', b: 'y', c: 'a\nb' }));
    assert.deepEqual(
      found.map(({ lines }) => lines ?? null),
      [
        [
          { kind: 'same', text: 'one' },
          { kind: 'removed', text: 'two' },
          { kind: 'added', text: '2' },
        ],
        null,
        null,
      ],
    );
  });

  it('compare a bounded number of pairs of lines of all texts together', () => {
    const text = (mark: string): string => Array.from({ length: 800 }, (_, at) => `${mark} ${at} \n same`).join('\n');
    const fields = (mark: string) => ({ a: text(mark), b: text(mark) });
    const found = withLines(differences(fields('x'), fields('y')));
    const same = found.map(({ lines = [] }) => lines.filter(({ kind }) => kind === 'same').length);
    assert.deepEqual(same, [1, 1], 'only their shared ends: they are too long to be aligned');
    const short = withLines(differences({ a: text('x'), b: 'p\nq\nr' }, { a: text('y'), b: '1\nq\n2' }));
    assert.lengthOf(short[1]?.lines?.filter(({ kind }) => kind === 'same') ?? [], 1);
  });
});

/** JSON whose fields are in one order. */
const sorted = (value: unknown): string =>
  JSON.stringify(value, (_name, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
