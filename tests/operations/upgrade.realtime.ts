import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { assert } from 'chai';
import { fernetCipher } from '../../adapters/cipher/fernet.ts';
import { systemClock } from '../../adapters/system/clock.ts';
import { unsealed } from '../../domain/credentials/provider-auth.ts';
import { root } from '../architecture/cruise.ts';
import { eventually } from '../support/eventually.ts';
import { builtProgram } from '../support/programs.ts';
import { areDistributed } from '../support/stores.ts';
import { skip } from '../support/skipped.ts';
import { atEndOfTest, temporaryDirectory } from '../support/temporary.ts';
import { TEST_KEYS } from '../support/test-keys.ts';
import { earlierRelease } from './earlier-release.ts';
import { CONTACTS, tamper, twoReleases } from './two-releases.ts';

/** Stores the only credentials as a system did that encrypted none. */
async function storeInPlainText(auths: Parameters<Parameters<typeof tamper>[2]>[0]): Promise<void> {
  const cipher = fernetCipher(TEST_KEYS.PROVIDER_AUTH_ENCRYPTION_KEY, systemClock());
  const [stored] = await auths.find({});
  assert.isNotNull(await auths.change({}, { auth: unsealed(stored?.['auth'], cipher.decrypt) }));
}

describe('the release before this one and this one, one after the other on the embedded stores', function () {
  this.timeout(600_000);
  before(function () {
    if (areDistributed) skip(this, 'upgrade.distributed.ts runs them side by side');
  });
  const earlier = earlierRelease();

  it('call each contact of a campaign once through an upgrade, a way back and another upgrade', async () => {
    const { start, launch, dialled, documentsUrl, audit, callsAt } = await twoReleases(earlier());
    const first = await start('earlier');
    const campaign = await launch();
    await dialled(40);
    await first.stop();

    // The stores of a release without migrations, with credentials of a system that encrypted none.
    await tamper(documentsUrl, 'migrations', (migrations) => migrations.remove({}));
    await tamper(documentsUrl, 'provider_auths', storeInPlainText);
    const upgraded = await start('current');
    const before = await dialled(0);
    await eventually(
      async () => !('migrating' in ((await (await fetch(`${upgraded.url}/readyz`)).json()) as object)),
      'the end of the migrations',
    );
    await dialled(before + 30);
    await upgraded.stop();
    const [stored] = await tamper(documentsUrl, 'provider_auths', (auths) => auths.find({}));
    assert.match(stored?.['auth'] as string, /^enc:v1:/);

    const back = await start('earlier');
    await dialled((await dialled(0)) + 30);
    await back.stop();

    const last = await start('current');
    await audit(campaign);
    assert.equal((await callsAt(last, campaign)).size, CONTACTS);
    await last.stop();
  });
});

describe('stores that a release two steps ahead has used', () => {
  it('keep this release from starting, which says what to do', async () => {
    const DATA_DIR = await temporaryDirectory();
    await tamper(`sqlite:${DATA_DIR}/platform.db`, 'store_formats', (formats) =>
      formats.insert({ name: 'platform', format: 99 }),
    );
    const child = spawn(process.execPath, [await builtProgram('bootstrap/main'), 'api'], {
      cwd: root,
      env: { PATH: process.env['PATH'], ...TEST_KEYS, DATA_DIR, API_PORT: '0' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    atEndOfTest(() => child.kill('SIGKILL'));
    const exited = once(child, 'exit') as Promise<[number | null]>;
    const [message, [code]] = await Promise.all([text(child.stderr), exited]);
    assert.equal(code, 1);
    assert.match(message, /^The stores have format 99, .*Start that release or a newer one, or restore a backup/);
    assert.notMatch(message, /^ +at /m);
  }).timeout(120_000);
});
