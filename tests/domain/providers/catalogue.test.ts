import { assert } from 'chai';
import { isAuthenticated, providerEntry, providerSetting } from '../../../domain/providers/catalogue.ts';
import { integer, secret, text } from '../../../domain/providers/fields.ts';
import { acme, oracle } from './example.ts';

describe('catalogue', () => {
  it('lists a provider with four fields', () => {
    assert.deepEqual(providerEntry(acme, true), {
      provider: 'acme',
      name: 'Acme Voices',
      provider_type: 'cloud',
      authenticated: true,
    });
  });

  it('shows the full setting of a provider', () => {
    const { fields, capabilities, ...rest } = providerSetting(acme, [], false);
    assert.deepEqual(rest, {
      provider: 'acme',
      name: 'Acme Voices',
      provider_type: 'cloud',
      authenticated: false,
      description: 'Voices over a WebSocket.',
      required: ['api_key', 'model'],
      secrets: ['api_key'],
    });
    assert.sameMembers(Object.keys(fields), ['api_key', 'model', 'language', 'voice', 'style', 'pause_ms']);
    assert.deepEqual(capabilities, acme.capabilities);
  });

  it('has a list of secrets, possibly empty', () => {
    assert.deepEqual(providerSetting(oracle, [], true).secrets, []);
  });

  it('has capabilities for STT and TTS only', () => {
    assert.notProperty(providerSetting(oracle, [], true), 'capabilities');
    const { capabilities: _, ...without } = acme;
    assert.deepEqual(providerSetting(without, [], true).capabilities, {});
  });

  it('derives the input mode from the options', () => {
    const fields = {
      plain: text(),
      offered: text({ examples: ['a'] }),
      strict: text({ examples: ['a'], allow_custom_input: false }),
      open: text({ examples: ['a'], allow_custom_input: true }),
      perModel: text({ model_options: { m: ['a'] } }),
      perModelOpen: text({ model_options: { m: ['a'] }, allow_custom_input: true }),
      customOnly: text({ allow_custom_input: true }),
      amount: integer({ minimum: 1 }),
    };
    const entries = providerSetting({ ...oracle, fields }, [], true).fields;
    const modes = Object.fromEntries(Object.entries(entries).map(([name, entry]) => [name, entry.input_mode]));
    assert.deepEqual(modes, {
      plain: 'input',
      offered: 'options',
      strict: 'options',
      open: 'both',
      perModel: 'options',
      perModelOpen: 'both',
      customOnly: 'input',
      amount: 'input',
    });
  });

  it('has no input mode for a secret', () => {
    const fields = { key: secret(), odd: { ...secret(), examples: ['a'] } };
    const entries = providerSetting({ ...oracle, fields }, [], true).fields;
    assert.deepEqual(entries['key'], { type: 'string', secret: true });
    assert.notProperty(entries['odd'], 'input_mode');
  });

  it('does not show kind, provider and name as fields', () => {
    const fields = { kind: text(), provider: text(), name: text(), voice: text() };
    assert.hasAllKeys(providerSetting({ ...oracle, fields }, [], true).fields, ['voice']);
  });

  it('does not repeat allow_custom_input', () => {
    assert.notProperty(providerSetting(acme, [], true).fields['voice'], 'allow_custom_input');
  });

  it('authenticates built-in providers, and others with stored credentials', () => {
    assert.isTrue(isAuthenticated(oracle, new Set()));
    assert.isFalse(isAuthenticated(acme, new Set(['other'])));
    assert.isFalse(isAuthenticated({ ...acme, required: ['model'] }, new Set()));
    assert.isTrue(isAuthenticated(acme, new Set(['acme'])));
  });
});
