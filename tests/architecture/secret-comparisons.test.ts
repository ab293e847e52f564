import { assert } from 'chai';
import { isSameSecret } from '../../adapters/lib/secret-comparison.ts';
import { secretComparisons } from './secret-comparisons.ts';
import { sourcesOfRings, type Source } from './sources.ts';

const COMPARER = 'adapters/lib/secret-comparison.ts';

/** Comparisons that look like those of secrets, and why they are harmless. */
const HARMLESS: Readonly<Record<string, string>> = {
  'adapters/cipher/fernet.ts: urlSafe(bytes) !== token': 'one token in two spellings',
  'adapters/control-plane/bot-tokens.ts: cache.get(orgId)?.token === token': 'our own token, which the API refused',
  'adapters/control-plane/bot-tokens.ts: token !== refused': 'our own token, which the API refused',
  'adapters/gateway/model-form.ts: key === name': 'the name of a field',
  'adapters/gateway/model-form.ts: key === `${name}[]`': 'the name of a field',
  'application/runtime/keypad.ts: key === ENTER': 'a key of a telephone',
  'application/runtime/keypad.ts: key === collection.entry.terminator': 'a key of a telephone',
  'application/runtime/keypad.ts: key === last.entry.terminator': 'a key of a telephone',
  'domain/calls/confirm-transfer.ts: pressed !== transfer.confirm?.key': 'a key of a telephone',
  'domain/campaigns/variant-tally.ts: keyOf(each) === key': 'a value of an analysis',
  'domain/audio/dtmf-detector.ts: key === this.#key': 'a key of a telephone',
  'domain/audio/dtmf-tones.ts: key === PAUSE': 'a key of a telephone',
  'domain/voice/replay.ts: digestOf(effects) === expected.digest': 'effects of a conversation',
  'tools/migrate/documents.ts: wanted.hash === found.hash': 'what was copied, counted',
};

describe('secrets', () => {
  let sources: readonly Source[];
  before(async () => {
    sources = await sourcesOfRings();
  });

  it('are compared in one function only', () => {
    const comparing = sources.filter(([, source]) => source.includes('timingSafeEqual'));
    assert.deepEqual(
      comparing.map(([file]) => file),
      [COMPARER],
    );
  });

  it('are not compared with operators', () => {
    const found = sources.flatMap(([file, source]) => secretComparisons(source).map((each) => `${file}: ${each}`));
    assert.sameMembers(found, Object.keys(HARMLESS));
  });

  it('are compared correctly for every length and character', () => {
    assert.isTrue(isSameSecret('grün', Buffer.from('grün')));
    for (const other of ['', 'a', 'abcd', 'abd', 'ABC', 'abc ', 'abc\0']) assert.isFalse(isSameSecret(other, 'abc'));
  });
});

describe('comparison check', () => {
  it('finds comparisons of secrets and ignores others', () => {
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
