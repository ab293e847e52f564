import { assert } from 'chai';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { NewerStores } from '../../domain/upgrades/store-format.ts';
import { ConfigError } from '../../bootstrap/config.ts';
import { startupErrorMessage } from '../../bootstrap/startup-error.ts';
import { atEndOfTest } from '../support/temporary.ts';

describe('why a process did not start', () => {
  it('names the taken port and the setting that changes it', async () => {
    const first = createServer().listen(0, '127.0.0.1');
    atEndOfTest(() => void first.close());
    await once(first, 'listening');
    const { port } = first.address() as AddressInfo;
    const second = createServer().listen(port, '127.0.0.1');
    const [error] = (await once(second, 'error')) as [Error];
    const words = startupErrorMessage(error);
    assert.match(words, new RegExp(`^127\\.0\\.0\\.1:${port} is taken .*API_PORT`));
    assert.notInclude(words, 'setupListenHandle');
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
