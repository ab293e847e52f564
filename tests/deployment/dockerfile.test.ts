import { access, readFile } from 'node:fs/promises';
import { assert } from 'chai';
import { root } from '../architecture/cruise.ts';
import { readConfig } from '../../bootstrap/config.ts';
import { dockerfile, instructions, wordsOf, type Instruction, type Stage } from './dockerfile.ts';

describe('Dockerfile', () => {
  let stages: readonly Stage[];
  let last: Stage;
  before(async () => {
    const read = await dockerfile();
    const [{ word, rest }, ...others] = read.args as [Instruction, ...Instruction[]];
    assert.deepEqual([word, others], ['ARG', []]);
    assert.match(rest, /^NODE=node:24\.\d+\.\d+-slim@sha256:[0-9a-f]{64}$/);
    stages = read.stages;
    last = stages.at(-1)!;
  });

  it('builds in stages on one Node version, the last without compilers', () => {
    assert.deepEqual(
      stages.map(({ from, name }) => [from, name]),
      [
        ['${NODE}', 'packages'],
        ['packages', 'build'],
        ['${NODE}', ''],
      ],
    );
    for (const command of instructions(last, 'RUN')) assert.notMatch(command, /apt|npm|curl/);
  });

  it('runs as a user that may write only to the data directory', () => {
    const words = last.steps.map(({ word }) => word);
    assert.deepEqual(instructions(last, 'USER'), ['node']);
    assert.isAbove(words.indexOf('USER'), words.lastIndexOf('COPY'));
    assert.isAbove(words.indexOf('USER'), words.lastIndexOf('RUN'));
    for (const copied of instructions(last, 'COPY')) assert.notInclude(copied, '--chown');
    assert.deepEqual(instructions(last, 'RUN'), ['install -d -o node -g node -m 0700 /data']);
    assert.deepEqual(instructions(last, 'VOLUME'), ['/data']);
  });

  it('starts main so that it receives signals, with a health check', async () => {
    assert.deepEqual(wordsOf(instructions(last, 'ENTRYPOINT')[0]!), [
      'node',
      '--enable-source-maps',
      'dist/bootstrap/main.js',
    ]);
    assert.deepEqual(instructions(last, 'CMD').map(wordsOf), [['api', 'runtime']]);
    const [check = ''] = instructions(last, 'HEALTHCHECK');
    assert.match(check, /^--interval=\d+s --timeout=\d+s --start-period=\d+s --retries=\d CMD /);
    for (const program of [wordsOf(instructions(last, 'ENTRYPOINT')[0]!)[2]!, wordsOf(check)[1]!])
      await access(root + program.replace(/^dist\/(.*)\.js$/, '$1.ts'));
  });

  it('has valid settings, and exposes the ports that they name', () => {
    const pairs = instructions(last, 'ENV').flatMap((line) => line.split(' '));
    const env = Object.fromEntries(pairs.map((pair) => pair.split('=', 2) as [string, string]));
    const { api, runtime, gateway, dataDir } = readConfig(env, ['api', 'runtime']);
    assert.deepEqual([api.host, dataDir, runtime.mediaServer], ['0.0.0.0', '/data', 'auto']);
    assert.deepEqual(instructions(last, 'EXPOSE'), [`${api.port} ${runtime.port} ${gateway.port}`]);
    assert.equal(env['NODE_ENV'], 'production');
  });

  it('copies all files of the build context, and no others', async () => {
    const ignored = (await readFile(`${root}.dockerignore`, 'utf8'))
      .split('\n')
      .filter((line) => !/^(#.*)?$/.test(line));
    assert.equal(ignored[0], '*');
    const allowed = ignored.flatMap((line) => (line.startsWith('!') ? line.slice(1) : []));
    const sources = stages
      .flatMap((stage) => instructions(stage, 'COPY'))
      .filter((copied) => !copied.startsWith('--from'));
    const copied = sources.flatMap((line) => line.split(' ').slice(0, -1));
    assert.sameMembers(allowed, copied);
    for (const source of copied) await access(root + source);
  });

  it('installs locked packages, development packages only to build', () => {
    const installs = stages.map((stage) =>
      instructions(stage, 'RUN').filter((command) => command.startsWith('npm ci')),
    );
    assert.deepEqual(installs, [['npm ci --omit=dev'], ['npm ci'], []]);
    assert.sameMembers(instructions(last, 'COPY'), [
      '--from=packages /app/package.json ./package.json',
      '--from=packages /app/node_modules ./node_modules',
      '--from=build /app/dist ./dist',
    ]);
  });

  it('installs uWebSockets.js from its release commit unless a build argument disables it', () => {
    const [optional = ''] = instructions(stages[0]!, 'RUN').filter((command) => command.includes('uWebSockets.js'));
    assert.match(
      optional,
      /^if \[ -n "\$UWEBSOCKETS" \]; then .*fetch .*https:\/\/github\.com\/uNetworking\/uWebSockets\.js\.git "\$UWEBSOCKETS" && .*checkout -q FETCH_HEAD.*; fi$/,
    );
    assert.match(instructions(stages[0]!, 'ARG')[0]!, /^UWEBSOCKETS=[0-9a-f]{40}$/);
  });
});
