import { assert } from 'chai';
import { hmacObjectLinks } from '../../../adapters/lib/object-links.ts';
import { fakeClock, type FakeClock } from '../../support/fake-clock.ts';

const OBJECT = { key: 'org/campaigns/1/Kontakte für März.csv', filename: 'März.csv' };

describe('links to objects', () => {
  const links = (secret = 'secret', clock: FakeClock = fakeClock()) =>
    hmacObjectLinks({ secret, path: '/api/v1/downloads/' }, clock);
  const tokenOf = (path: string): string => path.slice('/api/v1/downloads/'.length);

  it('are one path segment, readable with the shared secret', () => {
    const path = links().issue(OBJECT, 60);
    assert.match(path, /^\/api\/v1\/downloads\/[\w.-]+$/);
    assert.deepEqual(links().read(tokenOf(path)), OBJECT);
  });

  it('end after their seconds', () => {
    const clock = fakeClock();
    const own = links('secret', clock);
    const token = tokenOf(own.issue(OBJECT, 60));
    clock.advance(59_999);
    assert.deepEqual(own.read(token), OBJECT);
    clock.advance(1);
    assert.isNull(own.read(token));
  });

  it('cannot be made up, changed or taken from elsewhere', () => {
    const token = tokenOf(links().issue(OBJECT, 60));
    const [text = '', seal = ''] = token.split('.');
    const other = tokenOf(links('another secret').issue(OBJECT, 60));
    const longer = Buffer.from(JSON.stringify([Infinity, OBJECT.key, ''])).toString('base64url');
    for (const wrong of ['', '.', text, `${text}.`, `${longer}.${seal}`, `${token}.`, `${token}.x`, `x${token}`, other])
      assert.isNull(links().read(wrong), wrong);
  });
});
