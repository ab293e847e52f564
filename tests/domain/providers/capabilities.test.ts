import { assert } from 'chai';
import { canonicalLanguage, capabilitiesFor, fieldsFor, supportsAll } from '../../../domain/providers/capabilities.ts';
import { providerSetting } from '../../../domain/providers/catalogue.ts';
import { acme, oracle } from './example.ts';

describe('the language filter', () => {
  it('keeps a provider only if one of its models takes all the languages', () => {
    assert.isTrue(supportsAll(acme, ['en', 'hi']));
    assert.isTrue(supportsAll(acme, ['en', 'en-US']));
    // Two models could share these out, but an agent has one.
    assert.isFalse(supportsAll(acme, ['hi', 'en-US']));
    assert.isFalse(supportsAll(acme, ['ja']));
  });

  it('does not take what every object has for a language', () => {
    assert.isFalse(supportsAll(acme, ['constructor']));
  });

  it('leaves a provider alone that has no models per language', () => {
    assert.isTrue(supportsAll(oracle, ['ja']));
    assert.deepEqual(fieldsFor(oracle, ['ja']), oracle.fields);
  });

  it('keeps the models that take all the languages', () => {
    assert.hasAllKeys(capabilitiesFor(acme, ['hi']), ['exact']);
    assert.deepEqual(capabilitiesFor(acme, ['ja']), {});
  });

  it('offers the same models as the capabilities, filtered or not', () => {
    for (const languages of [[], ['en'], ['hi'], ['hi', 'en-US']]) {
      const { fields, capabilities } = providerSetting(acme, languages, true);
      assert.deepEqual(fields['model']?.examples, Object.keys(capabilities ?? {}));
    }
  });

  it('still says how a model is chosen when none is left', () => {
    const { model } = providerSetting(acme, ['ja'], true).fields;
    assert.deepEqual(model, { type: 'string', examples: [], input_mode: 'options' });
  });

  it('withdraws a default that is no longer offered', () => {
    assert.equal(fieldsFor(acme, ['en'])['model']?.default, 'fast');
    assert.notProperty(fieldsFor(acme, ['hi'])['model'], 'default');
  });

  it('keeps the default of a field that takes anything', () => {
    const open = { ...acme, fields: { ...acme.fields, model: { ...acme.fields['model']!, allow_custom_input: true } } };
    assert.equal(fieldsFor(open, ['hi'])['model']?.default, 'fast');
  });

  it('drops the options of models that were left out', () => {
    assert.deepEqual(fieldsFor(acme, ['hi'])['voice']?.model_options, { exact: ['cem'] });
  });

  it("offers the languages of the models together, with the first one's code", () => {
    const { language } = fieldsFor(acme);
    assert.deepEqual(language?.language_codes, { en: 'eng', 'en-US': 'eng', hi: 'hin' });
    assert.sameMembers([...(language?.examples ?? [])], ['en', 'en-US', 'hi']);
  });
});

describe("a vendor's code of a language", () => {
  it('is taken for the canonical id, by the codes of the chosen model first', () => {
    assert.equal(canonicalLanguage(acme, 'fast', 'eng'), 'en');
    assert.equal(canonicalLanguage(acme, 'exact', 'en-GB'), 'en');
    assert.equal(canonicalLanguage(acme, 'fast', 'hin'), 'hi');
    assert.equal(canonicalLanguage(acme, undefined, 'hin'), 'hi');
  });

  it('is left as it is when it is an id of the provider, or nothing that the provider knows', () => {
    for (const language of ['en', 'en-US', 'hi', 'xx', 'constructor', ''])
      assert.equal(canonicalLanguage(acme, 'fast', language), language);
    assert.equal(canonicalLanguage(oracle, 'delphi', 'en-GB'), 'en-GB');
  });
});
