import { assert } from 'chai';
import {
  changedQuery,
  hasText,
  isNarrowed,
  pageQuery,
  readFilter,
  readOffset,
} from '../../console/src/parts/filters.ts';

const PARTS = { text: null, state: ['open', 'done'], sort: ['name'] } as const;

describe('the filter of a list in the address', () => {
  it('is read from it, without values that there are not', () => {
    assert.deepEqual(readFilter(PARTS, { text: 'a b', state: 'done', tab: 'x' }), {
      text: 'a b',
      state: 'done',
      sort: '',
    });
    assert.deepEqual(readFilter(PARTS, { state: 'gone', sort: 'size' }), { text: '', state: '', sort: '' });
    assert.deepEqual([readOffset({ offset: '100' }), readOffset({})], [100, 0]);
    for (const offset of ['-1', 'x', '1.5', 'Infinity']) assert.equal(readOffset({ offset }), 0, offset);
  });

  it('is written beside the rest of the address, and begins with the first page', () => {
    assert.equal(changedQuery('?tab=runs&offset=100', { text: 'a&b' }), '?tab=runs&text=a%26b');
    assert.equal(changedQuery('?tab=runs&text=a', { text: '' }), '?tab=runs');
    assert.equal(changedQuery('?text=a', { text: '' }), '');
    assert.equal(pageQuery('?text=a', 50), '?text=a&offset=50');
    assert.equal(pageQuery('?text=a&offset=50', 0), '?text=a');
  });

  it('narrows the list down unless it only sorts it', () => {
    assert.isTrue(isNarrowed({ text: '', state: 'open', sort: '' }));
    assert.isFalse(isNarrowed({ text: '', state: '', sort: 'name' }));
  });

  it('finds a text in upper and lower case', () => {
    assert.isTrue(hasText(' ANNA ', null, 'Hanna'));
    assert.isTrue(hasText('  ', undefined));
    assert.isFalse(hasText('anna', 'Ann', null));
  });
});
