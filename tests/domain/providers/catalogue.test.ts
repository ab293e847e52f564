import { assert } from 'chai';
import { isAuthenticated, providerEntry, providerSetting } from '../../../domain/providers/catalogue.ts';
import { integer, secret, text } from '../../../domain/providers/fields.ts';
import { acme, oracle } from './example.ts';

describe('the catalogue', () => {
  it('lists a provider with four things and no more', () => {
    assert.deepEqual(providerEntry(acme, true), {
      provider: 'acme',
      name: 'Acme Voices',
      provider_type: 'cloud',
      authenticated: true,
    });
  });

  it('shows the whole setting of a provider', () => {
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

  it('always carries secrets, also when there are none', () => {
    assert.deepEqual(providerSetting(oracle, [], true).secrets, []);
  });

  it('gives capabilities to speech only', () => {
    assert.notProperty(providerSetting(oracle, [], true), 'capabilities');
    const { capabilities: _, ...without } = acme;
    assert.deepEqual(providerSetting(without, [], true).capabilities, {});
  });

  it('derives how a value is asked for from what is offered', () => {
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

  it('gives a secret no input mode, whatever it offers', () => {
    const fields = { key: secret(), odd: { ...secret(), examples: ['a'] } };
    const entries = providerSetting({ ...oracle, fields }, [], true).fields;
    assert.deepEqual(entries['key'], { type: 'string', secret: true });
    assert.notProperty(entries['odd'], 'input_mode');
  });

  it('never shows kind, provider and name as fields', () => {
    const fields = { kind: text(), provider: text(), name: text(), voice: text() };
    assert.hasAllKeys(providerSetting({ ...oracle, fields }, [], true).fields, ['voice']);
  });

  it('does not repeat allow_custom_input, which the input mode tells', () => {
    assert.notProperty(providerSetting(acme, [], true).fields['voice'], 'allow_custom_input');
  });

  it('takes a built-in provider for authenticated, any other only with stored credentials, optional ones too', () => {
    assert.isTrue(isAuthenticated(oracle, new Set()));
    assert.isFalse(isAuthenticated(acme, new Set(['other'])));
    assert.isFalse(isAuthenticated({ ...acme, required: ['model'] }, new Set()));
    assert.isTrue(isAuthenticated(acme, new Set(['acme'])));
  });
});
