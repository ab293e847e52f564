import { assert } from 'chai';
import { commandLine } from '../support/command-line.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import { openWorld, type World } from '../support/world.ts';

describe('single sign-on on the command line', () => {
  let world: World;
  before(async () => void (world = await openWorld()));

  it('connects an OpenID provider, reads its secret from the standard input, and disconnects it', async () => {
    const { token } = await world.signUp();
    const env = { XDG_CONFIG_HOME: await temporaryDirectory(), VOICE_API_URL: world.url, VOICE_API_TOKEN: token };
    const cli = commandLine(env);
    const options = ['--issuer', 'https://login.acme.example', '--client-id', 'voice'];
    const created = await cli(['sso', 'create', 'acme.example', ...options], { input: 'the client secret\n' });
    assert.equal(created.code, 0, created.err);
    assert.match(created.out, /^txt_name +_voice-platform-challenge\.acme\.example$/m);
    const id = /^connection_id +(\S+)$/m.exec(created.out)?.[1] ?? '';
    assert.include((await cli(['sso', 'verify', id])).err, 'Publish a TXT record');
    const listed = await cli(['sso', 'list']);
    assert.include(listed.out, 'https://login.acme.example');
    assert.notInclude(created.out + listed.out, 'the client secret');
    assert.equal((await cli(['sso', 'delete', id])).out.trim(), 'Connection deleted');
  });
});
