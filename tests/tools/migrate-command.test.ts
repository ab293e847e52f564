import { readdir } from 'node:fs/promises';
import { assert } from 'chai';
import type { DocumentStore } from '../../adapters/documents/collection.ts';
import { documentUsers } from '../../adapters/documents/users.ts';
import { ConfigError } from '../../bootstrap/config.ts';
import { collections, definedBy } from '../../tools/migrate/collections.ts';
import { parseCopyCommand } from '../../tools/migrate/options.ts';
import { showProgress } from '../../tools/migrate/progress-bar.ts';
import { root } from '../architecture/cruise.ts';

/** They open the collections of other repositories, or none. */
const OVER_OTHERS = ['documentHealth', 'documentCallRecords', 'documentOrganisationRecords'];

describe('the collections that are copied', () => {
  it('are those of every repository', async () => {
    const opened: string[] = [];
    const noting = { open: async ({ name }: { name: string }) => (opened.push(name), {}) } as unknown as DocumentStore;
    for (const file of await readdir(`${root}adapters/documents`)) {
      if (!file.endsWith('.ts')) continue;
      const module = (await import(`${root}adapters/documents/${file}`)) as Record<string, unknown>;
      for (const [name, make] of Object.entries(module))
        if (/^document[A-Z]/.test(name) && !OVER_OTHERS.includes(name))
          await (make as (engine: DocumentStore) => unknown)(noting);
    }
    const known = (await collections()).map(({ name }) => name);
    assert.isAbove(known.length, 5);
    assert.sameMembers([...new Set(opened)], known);
  });

  it('have a unique index that identifies copied documents', async () => {
    for (const { name, indexes } of await collections())
      assert.isTrue(
        indexes.some(({ unique }) => unique),
        name,
      );
  });

  it('are learned without a store', async () => {
    assert.deepEqual(
      (await definedBy([documentUsers])).map(({ name }) => name),
      ['users', 'first_account'],
    );
  });
});

describe('the command line of a copy', () => {
  const DISTRIBUTED = ['mongodb://u:hush@mongo/platform', 's3://k:hush@minio:9000', 'http://chroma:8000'];
  const EMBEDDED = ['sqlite:a.db', 'file:objects', 'sqlite:v.db'];
  const problems = (args: readonly string[], env = {}): string => {
    try {
      parseCopyCommand(args, env);
      return '';
    } catch (error) {
      assert.instanceOf(error, ConfigError);
      return error.problems.join('\n');
    }
  };

  it('names both sides in either order, or one, and then the environment names the other', () => {
    const env = { DATA_DIR: '/srv', OBJECTS_BUCKET: 'calls' };
    const order = parseCopyCommand(['--to', ...DISTRIBUTED, '--from', ...EMBEDDED], env);
    assert.deepEqual(order.from, {
      documentsUrl: 'sqlite:a.db',
      objectsUrl: 'file:objects',
      bucket: 'calls',
      vectorsUrl: 'sqlite:v.db',
    });
    assert.equal(order.to.documentsUrl, DISTRIBUTED[0]);
    assert.equal(parseCopyCommand(['--to', ...DISTRIBUTED], env).from.documentsUrl, 'sqlite:/srv/platform.db');
    const named = { DOCUMENTS_URL: DISTRIBUTED[0]!, OBJECTS_URL: DISTRIBUTED[1]!, VECTORS_URL: DISTRIBUTED[2]! };
    assert.equal(parseCopyCommand(['--from', ...EMBEDDED], named).to.objectsUrl, DISTRIBUTED[1]);
  });

  it('is explained when it says too little, too much or something else', () => {
    for (const args of [
      [],
      ['--from', 'a'],
      ['--to', ...EMBEDDED, 'x'],
      [...EMBEDDED],
      ['--to', ...EMBEDDED, '--to', ...EMBEDDED],
    ])
      assert.match(problems(args), /write --from and --to, each with three URLs/, args.join(' '));
  });

  it('is refused with the side and the store that cannot be used, never with a URL', () => {
    const shown = problems(['--from', ...EMBEDDED, '--to', 'mongo:hush', 's3://hush', 'ftp://hush']);
    for (const variable of ['DOCUMENTS_URL', 'OBJECTS_URL', 'VECTORS_URL'])
      assert.include(shown, `--to, ${variable}: write`);
    assert.notInclude(shown, 'hush');
    assert.match(problems(['--from', ...EMBEDDED, '--to', ...EMBEDDED]), /--to, DOCUMENTS_URL: write another/);
  });
});

describe('progress', () => {
  it('is a bar that fills on a terminal', () => {
    const lines: string[] = [];
    const shown = showProgress({ isTTY: true, write: (text) => lines.push(text) }, 'users', 4);
    shown.advance();
    shown.advance(3);
    shown.end();
    assert.deepEqual(
      lines.map((line) => /(\d+) % {2}(.*)$/.exec(line)?.slice(1).join(': ') ?? line),
      ['0: 0 of 4', '25: 1 of 4', '100: 4 of 4', '\n'],
    );
    assert.include(lines[1], '█'.repeat(8) + '░'.repeat(22));
  });

  it('is one line a part elsewhere, also for a part of nothing', () => {
    const lines: string[] = [];
    const shown = showProgress({ write: (text) => lines.push(text) }, 'users', 0);
    shown.end();
    assert.deepEqual(lines, ['users: 0 of 0\n']);
  });
});
