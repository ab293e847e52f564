import { assert } from 'chai';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { once } from 'node:events';
import { NewerStores } from '../../domain/upgrades/store-format.ts';
import { ConfigError } from '../../bootstrap/config.ts';
import { startupErrorMessage } from '../../bootstrap/startup-error.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import { localServer } from '../support/local-server.ts';

describe('why a process did not start', () => {
  it('names the taken port and the setting that changes it', async () => {
    const { port } = await localServer(createServer());
    const second = createServer().listen(port, '127.0.0.1');
    const [error] = (await once(second, 'error')) as [Error];
    const words = startupErrorMessage(error);
    assert.match(words, new RegExp(`^127\\.0\\.0\\.1:${port} is taken .*API_PORT`));
    assert.notInclude(words, 'setupListenHandle');
  });

  it('names the setting for an address that is not of this machine, and for a place that cannot be written', async () => {
    const server = createServer().listen(0, '192.0.2.1');
    const [unknown] = (await once(server, 'error')) as [Error];
    assert.match(startupErrorMessage(unknown), /^192\.0\.2\.1 is not an address of this machine\. HOST, /);
    const file = join(await temporaryDirectory(), 'file');
    await writeFile(file, '');
    const misplaced: unknown = await mkdir(join(file, 'data'), { recursive: true }).catch((error: unknown) => error);
    assert.match(
      startupErrorMessage(misplaced),
      /file.* cannot be written: a part of this path is a file\. DATA_DIR, /,
    );
    const rights = Object.assign(new Error('x'), { code: 'EACCES', syscall: 'listen', address: '0.0.0.0', port: 80 });
    assert.match(startupErrorMessage(rights), /^0\.0\.0\.0:80 needs more rights.*API_PORT/);
    for (const [code, why] of [
      ['EACCES', 'no permission'],
      ['EROFS', 'read-only'],
      ['ENOSPC', 'free space'],
      ['SQLITE_CANTOPEN', 'cannot be opened'],
    ] as const)
      assert.include(startupErrorMessage(Object.assign(new Error('x'), { code, path: '/data' })), why);
  });

  it('is the configuration’s message, or the full stack of an error', () => {
    assert.equal(
      startupErrorMessage(new ConfigError(['API_PORT: write a number'])),
      new ConfigError(['API_PORT: write a number']).message,
    );
    const newer = new NewerStores(9, 2);
    assert.equal(startupErrorMessage(newer), newer.message);
    const fault = new Error('The disk is gone');
    assert.equal(startupErrorMessage(fault), fault.stack);
    assert.equal(startupErrorMessage('nothing'), 'nothing');
  });
});
