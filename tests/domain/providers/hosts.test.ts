import { assert } from 'chai';
import { addressIn, isHostAmong, vendorHosts, whyWithheld } from '../../../domain/providers/hosts.ts';
import type { Declaration } from '../../../domain/providers/declaration.ts';
import { secret, text } from '../../../domain/providers/fields.ts';

const HOSTS = ['api.acme.com', '*.eu.acme.com', '*-speech.acme.com', 'own.example.com:8443'];

/** Refusal to send a secret to a URL. */
const refusalFor = (url: string): string | null => whyWithheld('acme', new URL(url), HOSTS);

describe('hosts allowed for a secret', () => {
  it('match exactly, with any label for an asterisk', () => {
    const table: readonly [host: string, isAllowed: boolean][] = [
      ['api.acme.com', true],
      ['x.eu.acme.com', true],
      ['west-1-speech.acme.com', true],
      ['own.example.com:8443', true],
      ['own.example.com', false],
      ['eu.acme.com', false],
      ['a.b.eu.acme.com', false],
      ['.eu.acme.com', false],
      ['-speech.acme.com', false],
      ['evil.example-speech.acme.com', false],
      ['api.acme.com:8443', false],
      ['api.acme.com.', false],
      ['api.acme.com.evil.example', false],
      ['evilapi.acme.com', false],
      ['xeu.acme.com', false],
      ['*.eu.acme.com', false],
    ];
    for (const [host, isAllowed] of table) assert.equal(isHostAmong(host, HOSTS), isAllowed, host);
  });

  it('are parsed by the URL standard in obfuscated URLs', () => {
    for (const url of [
      'https://api.acme.com/v1',
      'wss://API.acme.com:443',
      'https:\\\\api.acme.com',
      'https://api。acme.com',
    ])
      assert.isNull(refusalFor(url), url);
    for (const url of [
      'https://evil.example/api.acme.com',
      'https://api.acme.com@evil.example',
      'https://evil.example#api.acme.com',
      'https://evil.example\\@api.acme.com',
      'https://api.acme.com%2eevil.example',
      'https://аpi.acme.com',
    ])
      assert.include(refusalFor(url) ?? '', 'Ask an admin to allow host ', url);
  });

  it('are reached over TLS only and appear in the error', () => {
    assert.equal(
      refusalFor('https://evil.example:8443/v1'),
      'The stored key of acme is not sent to evil.example:8443. Ask an admin to allow host evil.example:8443 for provider acme',
    );
    for (const scheme of ['http', 'ws'])
      assert.equal(
        refusalFor(`${scheme}://api.acme.com`),
        `The stored key of acme is sent over https or wss only, not to ${scheme}://api.acme.com`,
      );
  });

  it('include declared hosts and TLS URLs of settings', () => {
    const declaration: Declaration = {
      kind: 'llm',
      provider: 'acme',
      name: 'Acme',
      provider_type: 'cloud',
      description: 'Thinks.',
      required: [],
      hosts: ['*.eu.acme.com'],
      fields: {
        api_key: secret(),
        docs: text({ examples: ['https://docs.acme.com'] }),
        base_url: text({
          format: 'uri',
          default: 'https://api.acme.com/v1',
          examples: ['https://api.acme.com/v1', 'http://localhost:11434', 'wss://live.acme.com:8443'],
        }),
      },
    };
    assert.sameMembers(vendorHosts(declaration), ['*.eu.acme.com', 'api.acme.com', 'live.acme.com:8443']);
  });

  it('are read from server URLs only', () => {
    for (const value of ['bulbul:v3', 'api.acme.com', 'file:///etc/passwd', 'https://', '', 7, null])
      assert.isNull(addressIn(value), String(value));
  });
});
