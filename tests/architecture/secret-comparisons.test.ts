import { assert } from 'chai';
import { isSameSecret } from '../../adapters/lib/secret-comparison.ts';
import { secretComparisons } from './secret-comparisons.ts';
import { sourcesOfRings, type Source } from './sources.ts';

const COMPARER = 'adapters/lib/secret-comparison.ts';

/** Comparisons that look like those of secrets, and why they are none. */
const HARMLESS: Readonly<Record<string, string>> = {
  'adapters/cipher/fernet.ts: urlSafe(bytes) !== token': 'one token in two spellings',
  'adapters/control-plane/bot-tokens.ts: cache.get(orgId)?.token === token': 'our own token, which the API refused',
  'adapters/control-plane/bot-tokens.ts: token !== refused': 'our own token, which the API refused',
  'adapters/gateway/model-form.ts: key === name': 'the name of a field',
  'adapters/gateway/model-form.ts: key === `${name}[]`': 'the name of a field',
  'application/runtime/keypad.ts: key === ENTER': 'a key of a telephone',
  'tools/migrate/documents.ts: wanted.hash === found.hash': 'what was copied, counted',
};

describe('secrets', () => {
  let sources: readonly Source[];
  before(async () => {
    sources = await sourcesOfRings();
  });

  it('are compared in one place only', () => {
    const comparing = sources.filter(([, source]) => source.includes('timingSafeEqual'));
    assert.deepEqual(
      comparing.map(([file]) => file),
      [COMPARER],
    );
  });

  it('are never compared letter by letter', () => {
    const found = sources.flatMap(([file, source]) => secretComparisons(source).map((each) => `${file}: ${each}`));
    assert.sameMembers(found, Object.keys(HARMLESS));
  });

  it('are the same or not, whatever their lengths and letters', () => {
    assert.isTrue(isSameSecret('grün', Buffer.from('grün')));
    for (const other of ['', 'a', 'abcd', 'abd', 'ABC', 'abc ', 'abc\0']) assert.isFalse(isSameSecret(other, 'abc'));
  });
});

describe('the look at comparisons', () => {
  it('finds those of secrets, and takes no others for them', () => {
    const source = `
      given === settings.apiKey;
      body['signature'] != expected();
      this.#sealed == other;
      sign(text) !== token!;
      key === null; typeof token === 'string'; key !== undefined; provider === name; token === '';
    `;
    assert.deepEqual(secretComparisons(source), [
      'given === settings.apiKey',
      "body['signature'] != expected()",
      'this.#sealed == other',
      'sign(text) !== token!',
    ]);
  });
});
