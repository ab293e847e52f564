import { assert } from 'chai';
import { parseAllowedHosts } from '../../../domain/credentials/allowed-hosts.ts';

describe('allowedHosts', () => {
  it('normalises, deduplicates and sorts hosts', () => {
    assert.deepEqual(
      parseAllowedHosts([
        ' Models.Example.com',
        'models.example.com:443',
        'a.example:8443',
        '[2001:DB8::1]:9',
        '10.0.0.1',
      ]),
      ['10.0.0.1', '[2001:db8::1]:9', 'a.example:8443', 'models.example.com'],
    );
    assert.deepEqual(parseAllowedHosts([]), []);
  });

  it('rejects everything but hosts', () => {
    for (const text of [
      '',
      '*',
      '*.example.com',
      'https://models.example.com',
      'models.example.com/v1',
      'models.example.com/',
      'models.example.com#',
      'models.example.com?a',
      'user@models.example.com',
      'models.example.com:99999',
      'models example.com',
      'models.example.com\\@evil.example',
      'a'.repeat(300),
    ])
      assert.throws(
        () => parseAllowedHosts(['good.example.com', text]),
        'allowed_hosts[1] must be a host, for example models.example.com or models.example.com:8443',
        text,
      );
  });

  it('accepts at most 20 hosts', () => {
    const hosts = Array.from({ length: 21 }, (_, index) => `h${index}.example.com`);
    assert.lengthOf(parseAllowedHosts(hosts.slice(1)), 20);
    assert.throws(() => parseAllowedHosts(hosts), 'allowed_hosts must have at most 20 hosts');
  });
});
