import { assert } from 'chai';
import { isLanguage, LANGUAGES } from '../../../domain/providers/languages.ts';

describe('languages', () => {
  it('include Indian languages, English variants and major languages of Europe and Asia', () => {
    const expected =
      'multi en en-US en-GB en-IN en-AU hi bn gu kn ml mr or pa ta te ur as es fr de it pt nl pl ja ko zh ar';
    for (const id of expected.split(' ')) assert.isTrue(isLanguage(id), id);
    assert.isAtLeast(Object.keys(LANGUAGES).length, 62);
  });

  it('have one id and a unique label each', () => {
    for (const id of Object.keys(LANGUAGES)) assert.match(id, /^(?:multi|[a-z]{2,3}(?:-(?:[A-Z]{2}|\d{3}))?)$/);
    const labels = Object.values(LANGUAGES);
    assert.lengthOf(new Set(labels), labels.length);
  });

  it('include no other ids', () => {
    for (const id of ['', 'EN', 'en-us', 'xx', 'constructor', '__proto__']) assert.isFalse(isLanguage(id), id);
  });

  it('are immutable', () => {
    assert.throws(() => Object.assign(LANGUAGES, { xx: 'Nowhere' }), TypeError);
  });
});
