import { assert } from 'chai';
import { afterLogIn, logInAddress } from '../../console/src/after-log-in.ts';

describe('the way through the log-in', () => {
  it('leads back to the page that was wanted, with its query', () => {
    const wanted = '/console/calls?status=failed&page=2';
    assert.strictEqual(afterLogIn(logInAddress(wanted)), wanted);
  });

  it('leads home where no page was wanted, or the log-in itself', () => {
    for (const url of ['/console', '/console/', '/console/log-in?next=%2Fconsole%2Fagents'])
      assert.strictEqual(logInAddress(url), '/console/log-in');
    assert.strictEqual(afterLogIn('/console/log-in'), '/console/');
    assert.strictEqual(afterLogIn('/console/log-in?next=/console/log-in'), '/console/');
  });

  it('leads nowhere outside of the console', () => {
    const elsewhere = [
      'https://evil.example/console/',
      '//evil.example/console/',
      '/consolers',
      '/docs/',
      'javascript:1',
    ];
    for (const next of elsewhere)
      assert.strictEqual(afterLogIn(`/console/log-in?next=${encodeURIComponent(next)}`), '/console/', next);
  });
});
