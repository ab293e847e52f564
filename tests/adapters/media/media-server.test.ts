import { assert } from 'chai';
import { mediaServer } from '../../../adapters/media/media-server.ts';
import { json, type MediaRoutes, type MediaServer } from '../../../adapters/media/server.ts';
import { rememberingLog } from '../../support/remembering-log.ts';
import { atEndOfTest } from '../../support/temporary.ts';

const routes: MediaRoutes = { request: async () => json(200, {}), socket: () => undefined };
const uws: MediaServer = { listen: async () => 1, close: async () => undefined };

describe('the choice of a media server', () => {
  it('is uWebSockets.js with MEDIA_SERVER=auto where it can be loaded', async () => {
    const { log, lines } = rememberingLog();
    assert.equal(await mediaServer('auto', routes, log, async () => uws), uws);
    assert.isEmpty(lines);
  });

  it('is ws where it cannot, with a line in the log that says why', async () => {
    const { log, lines } = rememberingLog();
    const error = new Error('Not loaded', { cause: new Error("`GLIBC_2.38' not found") });
    const missing = () => Promise.reject(error);
    const server = await mediaServer('auto', routes, log, missing);
    atEndOfTest(() => server.close());
    const port = await server.listen('127.0.0.1', 0);
    assert.equal((await fetch(`http://127.0.0.1:${port}/health`)).status, 200);
    assert.deepInclude(lines[0], { event: 'runtime.media_server', server: 'ws', error });
    assert.equal(await mediaServer('uws', routes, log, missing).catch((refusal: unknown) => refusal), error);
  });
});
