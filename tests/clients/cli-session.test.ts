import { assert } from 'chai';
import { chmod, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { askLine, askSecret } from '../../clients/cli/prompt.ts';
import { CollectedOutput, commandLine, PROGRAM, type CommandLine } from '../support/command-line.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import { openWorld, type Signer, type World } from '../support/world.ts';
import { localServer } from '../support/local-server.ts';

describe('the command line’s session', () => {
  let world: World;
  let ada: Signer;
  let config: string;
  let cli: CommandLine;
  before(async () => {
    world = await openWorld();
    ada = await world.signUp();
  });
  beforeEach(async () => {
    config = await temporaryDirectory();
    cli = commandLine({ XDG_CONFIG_HOME: config, VOICE_API_URL: world.url });
  });

  const logIn = (input = `${ada.password}\n`) => cli(['login', '--email', ada.email], { input });
  const sessionFile = () => join(config, 'voice-agent-platform', 'session.json');

  it('is stored in a file that only its owner can read, with the API’s address', async () => {
    const login = await logIn();
    assert.include(login, { code: 0, out: 'Logged in as ada@example.com, super_admin of Organisation of ada.\n' });
    assert.equal((await stat(sessionFile())).mode & 0o777, 0o600);
    const me = await commandLine({ XDG_CONFIG_HOME: config })(['whoami']);
    assert.equal(me.code, 0, me.err);
    assert.match(me.out, new RegExp(`^api +${world.url}$`, 'm'));
    assert.include(me.out, ada.email);
  });

  it('lists the quotas of the organisation and their use', async () => {
    world.ports.limits.quotas = { ...world.ports.limits.quotas, agents: 7 };
    await logIn();
    const { code, out } = await cli(['usage']);
    assert.equal(code, 0);
    assert.match(out, /^QUOTA +USED +LIMIT +RESETS$/m);
    assert.match(out, /^agents +0 +7 +-$/m);
    assert.match(out, /^calls_per_day +0 +- +\d{4}-\d\d-\d\d 00:00:00Z$/m);
  });

  it('replaces a corrupt file that others could read', async () => {
    await logIn();
    await writeFile(sessionFile(), 'no JSON');
    await chmod(sessionFile(), 0o644);
    assert.equal((await logIn()).code, 0);
    assert.equal((await stat(sessionFile())).mode & 0o777, 0o600);
  });

  it('stays unchanged when a login fails with the API’s message', async () => {
    await logIn();
    const before = await readFile(sessionFile(), 'utf8');
    const refused = await logIn('a guess\n');
    assert.deepEqual(refused, { code: 1, out: '', err: 'Incorrect email or password\n' });
    assert.equal(await readFile(sessionFile(), 'utf8'), before);
  });

  it('is deleted by a logout', async () => {
    await logIn();
    assert.include(await cli(['logout']), { code: 0, err: 'Logged out.\n' });
    assert.include(await cli(['logout']), { code: 0, err: 'You were not logged in.\n' });
    assert.equal((await cli(['whoami'])).code, 1);
  });

  it('ends with all others by logout --everywhere', async () => {
    const elsewhere = commandLine({ XDG_CONFIG_HOME: await temporaryDirectory(), VOICE_API_URL: world.url });
    await elsewhere(['login', '--email', ada.email], { input: `${ada.password}\n` });
    await logIn();
    const ended = await cli(['logout', '--everywhere']);
    assert.include(ended, { code: 0, err: 'Every session of the account has ended.\nLogged out.\n' });
    const { code, err } = await elsewhere(['whoami']);
    assert.equal(code, 1);
    assert.match(err, /^The session has ended\. Log in again\.\nLog in, then ask again/);
    assert.equal((await cli(['logout', '--everywhere'])).code, 1);
  });

  it('asks for a new login when it has ended', async () => {
    await logIn();
    world.ports.clock.advance(31 * 60_000);
    const { code, err } = await cli(['agents', 'list']);
    assert.equal(code, 1);
    assert.match(err, /^.+\nLog in, then ask again: npm run cli -- login\n$/);
  });

  it('is not asked for where a key of the environment is refused, but another key', async () => {
    const withKey = commandLine({
      XDG_CONFIG_HOME: await temporaryDirectory(),
      VOICE_API_URL: world.url,
      VOICE_API_TOKEN: 'vak_x',
    });
    const { code, err } = await withKey(['agents', 'list']);
    assert.equal(code, 1);
    assert.match(err, /\nSet VOICE_API_TOKEN to another key, or unset it and log in: npm run cli -- login\n$/);
  });

  it('is sent to its own API only', async () => {
    const seen: (string | undefined)[] = [];
    const { url } = await localServer(({ headers }, response) => {
      seen.push(headers.authorization);
      response.writeHead(401, { 'content-type': 'application/json' }).end('{"detail": "Who are you?"}');
    });
    await logIn();
    assert.equal((await cli(['whoami', '--api', url])).code, 1);
    const { token } = ada;
    await commandLine({ VOICE_API_URL: url, VOICE_API_TOKEN: token, XDG_CONFIG_HOME: config })(['whoami']);
    assert.deepEqual(seen, [undefined, `Bearer ${token}`]);
  });
});

describe('the command line’s questions', () => {
  /** A terminal with typed input. */
  function terminal() {
    const stdin = Object.assign(new PassThrough(), { isTTY: true });
    const [stdout, stderr] = [new CollectedOutput(), new CollectedOutput()];
    return {
      stdin,
      shell: { program: PROGRAM, env: {}, stdin, stdout, stderr, pause: async () => undefined },
      screen: stderr,
    };
  }

  it('echo typed text but not secrets', async () => {
    const { stdin, shell, screen } = terminal();
    const [request] = [askLine(shell, 'E-mail: '), stdin.write('ada@example.com\n')];
    assert.equal(await request, 'ada@example.com');
    for (const shown of ['E-mail: ', 'ada@example.com']) assert.include(screen.text, shown);
    const [secret] = [askSecret(shell, 'Password: '), stdin.write('correct horse\n')];
    assert.equal(await secret, 'correct horse');
    assert.match(screen.text, /Password: \n$/);
    assert.notInclude(screen.text, 'horse');
  });

  it('end with the input', async () => {
    const { stdin, shell } = terminal();
    const requested = askSecret(shell, 'Password: ').catch((error: Error) => error.message);
    stdin.end();
    assert.equal(await requested, 'Nothing was entered.');
  });
});
