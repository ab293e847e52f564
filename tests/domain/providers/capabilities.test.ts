import { assert } from 'chai';
import { canonicalLanguage, capabilitiesFor, fieldsFor, supportsAll } from '../../../domain/providers/capabilities.ts';
import { providerSetting } from '../../../domain/providers/catalogue.ts';
import { acme, oracle } from './example.ts';

describe('language filter', () => {
  it('keeps a provider if one of its models supports all languages', () => {
    assert.isTrue(supportsAll(acme, ['en', 'hi']));
    assert.isTrue(supportsAll(acme, ['en', 'en-US']));
    // Two models together support these, but an agent has one.
    assert.isFalse(supportsAll(acme, ['hi', 'en-US']));
    assert.isFalse(supportsAll(acme, ['ja']));
  });

  it('ignores properties of Object.prototype', () => {
    assert.isFalse(supportsAll(acme, ['constructor']));
  });

  it('keeps a provider without models per language', () => {
    assert.isTrue(supportsAll(oracle, ['ja']));
    assert.deepEqual(fieldsFor(oracle, ['ja']), oracle.fields);
  });

  it('keeps the models that support all languages', () => {
    assert.hasAllKeys(capabilitiesFor(acme, ['hi']), ['exact']);
    assert.deepEqual(capabilitiesFor(acme, ['ja']), {});
  });

  it('offers the models of the capabilities', () => {
    for (const languages of [[], ['en'], ['hi'], ['hi', 'en-US']]) {
      const { fields, capabilities } = providerSetting(acme, languages, true);
      assert.deepEqual(fields['model']?.examples, Object.keys(capabilities ?? {}));
    }
  });

  it('keeps the input mode when no model is left', () => {
    const { model } = providerSetting(acme, ['ja'], true).fields;
    assert.deepEqual(model, { type: 'string', examples: [], input_mode: 'options' });
  });

  it('drops a default that is not offered', () => {
    assert.equal(fieldsFor(acme, ['en'])['model']?.default, 'fast');
    assert.notProperty(fieldsFor(acme, ['hi'])['model'], 'default');
  });

  it('keeps the default of a field with custom input', () => {
    const open = { ...acme, fields: { ...acme.fields, model: { ...acme.fields['model']!, allow_custom_input: true } } };
    assert.equal(fieldsFor(open, ['hi'])['model']?.default, 'fast');
  });

  it('drops the options of removed models', () => {
    assert.deepEqual(fieldsFor(acme, ['hi'])['voice']?.model_options, { exact: ['cem'] });
  });

  it('merges the languages of models and keeps the first code', () => {
    const { language } = fieldsFor(acme);
    assert.deepEqual(language?.language_codes, { en: 'eng', 'en-US': 'eng', hi: 'hin' });
    assert.sameMembers([...(language?.examples ?? [])], ['en', 'en-US', 'hi']);
  });
});

describe('vendor language code', () => {
  it('is mapped to the canonical id by the chosen model first', () => {
    assert.equal(canonicalLanguage(acme, 'fast', 'eng'), 'en');
    assert.equal(canonicalLanguage(acme, 'exact', 'en-GB'), 'en');
    assert.equal(canonicalLanguage(acme, 'fast', 'hin'), 'hi');
    assert.equal(canonicalLanguage(acme, undefined, 'hin'), 'hi');
  });

  it('stays when it is canonical or unknown', () => {
    for (const language of ['en', 'en-US', 'hi', 'xx', 'constructor', ''])
      assert.equal(canonicalLanguage(acme, 'fast', language), language);
    assert.equal(canonicalLanguage(oracle, 'delphi', 'en-GB'), 'en-GB');
  });
});
