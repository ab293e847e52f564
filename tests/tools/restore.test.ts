import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { assert } from 'chai';
import { ConfigError } from '../../bootstrap/config.ts';
import { installationOf, restorableInstallation, type Installation } from '../../tools/backup/installation.ts';
import { verifyManifest, writeManifest } from '../../tools/backup/manifest.ts';
import { parseBackupCommand } from '../../tools/backup/options.ts';
import { restoreBackup } from '../../tools/backup/restore.ts';
import { takeBackup } from '../../tools/backup/take.ts';
import { openDocuments } from '../../bootstrap/stores.ts';
import { smallInstallation } from './small-installation.ts';
import { rememberingLog } from '../support/remembering-log.ts';
import { temporaryDirectory } from '../support/temporary.ts';

const { log } = rememberingLog();
const NOW = new Date('2026-03-02T09:00:00.000Z');
const ASIDE = 'before-restore-2026-03-02T09-00-00.000Z';
const RECORDING = 'voice-artifacts/org/call/recording.wav';

const take = (from: Installation, directory: string, more: { withSecrets?: boolean; signal?: AbortSignal } = {}) => {
  const order = { directory, withSecrets: false, createdAt: NOW, signal: new AbortController().signal, ...more };
  return takeBackup(from, order, log);
};
const restore = (dataDir: string, directory: string, replace = false) => {
  const order = { directory, replace, now: NOW, signal: new AbortController().signal };
  return restoreBackup(restorableInstallation({ DATA_DIR: dataDir }), order, log);
};

async function refusal(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  assert.instanceOf(error, Error, 'it was not refused');
  return error.message;
}

describe('backup and restore', () => {
  let place: string;
  let backup: string;
  let installation: Installation;
  beforeEach(async () => {
    place = await temporaryDirectory();
    backup = join(place, 'backup');
    installation = await smallInstallation(join(place, 'data'));
  });

  it('leave out the keys unless requested', async () => {
    assert.isFalse((await take(installation, backup)).withSecrets);
    assert.sameMembers(await readdir(backup), ['manifest.json', 'objects', 'platform.db', 'vectors.db']);
    assert.deepInclude(await restore(join(place, 'new'), backup), { keys: null, movedTo: null });
    await take(installation, join(place, 'with'), { withSecrets: true });
    assert.deepInclude(await restore(join(place, 'other'), join(place, 'with')), { keys: 'backup' });
    assert.include(await readFile(join(place, 'other', 'secrets.env'), 'utf8'), 'KEY=key');
  });

  it('leave no files after an interruption, a failure or a rejected request', async () => {
    const stopped = AbortSignal.abort(new Error('stopped'));
    assert.match(await refusal(take(installation, backup, { signal: stopped })), /aborted/);
    await writeFile(join(place, 'data', 'vectors.db'), 'no database');
    await refusal(take(installation, backup));
    await rm(join(place, 'data', 'vectors.db'));
    await rm(join(place, 'data', 'secrets.env'));
    assert.match(await refusal(take(installation, backup, { withSecrets: true })), /no secrets.env/);
    assert.match(await refusal(take(installation, join(place, 'data', 'objects', 'b'))), /lies in what/);
    assert.match(await refusal(take(installation, place)), /there already/);
    assert.match(await refusal(take(installationOf({ DATA_DIR: backup }), backup)), /no installation/);
    assert.deepEqual(await readdir(place), ['data']);
    await take(installation, backup);
  });

  it('list missing objects that documents refer to', async () => {
    await rm(join(place, 'data', 'objects', RECORDING));
    assert.deepEqual((await take(installation, backup)).missingObjects, ['org/call/recording.wav']);
  });

  it('copy a spooled call completely or not at all', async () => {
    const spool = join(place, 'data', 'spool');
    for (const call of ['call-1', '.removed-call-2', '.worker-2/call-3', '.worker-2/.removed-call-4']) {
      await mkdir(join(spool, call), { recursive: true });
      await writeFile(join(spool, call, 'call.json'), '{}');
    }
    await take(installation, backup);
    assert.sameMembers(await readdir(join(backup, 'spool')), ['call-1', '.worker-2']);
    assert.deepEqual(await readdir(join(backup, 'spool', '.worker-2')), ['call-3']);
  });

  it('reject a damaged backup', async () => {
    await take(installation, backup);
    await verifyManifest(backup);
    const manifest = 'manifest.json';
    const damages: readonly [RegExp, (copy: string) => Promise<unknown>][] = [
      [/recording.wav is not what/, (copy) => writeFile(join(copy, 'objects', RECORDING), 'Recorded')],
      [/platform.db is missing/, (copy) => rm(join(copy, 'platform.db'))],
      [/manifest.json cannot be read/, (copy) => writeFile(join(copy, manifest), '{')],
      [/manifest.json is not what/, (copy) => edited(join(copy, manifest), 'platform.db', 'elsewhere.db')],
      [/has no manifest.json/, (copy) => rm(join(copy, manifest))],
      [/names files outside/, (copy) => renamed(copy, 'objects/../../elsewhere')],
      [/names files outside/, (copy) => renamed(copy, 'config/elsewhere')],
    ];
    for (const [at, [what, damage]] of damages.entries()) {
      const copy = join(place, `copy-${at}`);
      await cp(backup, copy, { recursive: true });
      await damage(copy);
      assert.match(await refusal(restore(join(place, 'new'), copy)), what);
      assert.notInclude(await readdir(place), 'new');
    }
  });

  const edited = async (path: string, from: string, to: string): Promise<void> =>
    writeFile(path, (await readFile(path, 'utf8')).replace(from, to));

  /** Has the backup name its first file otherwise, with a manifest that is sound. */
  async function renamed(copy: string, path: string): Promise<void> {
    const { files, ...manifest } = await verifyManifest(copy);
    await rm(join(copy, 'manifest.json'));
    await writeManifest(copy, { ...manifest, files: files.map((file, at) => (at > 0 ? file : { ...file, path })) });
  }

  it('move existing data aside if allowed, and keep its keys', async () => {
    await take(installation, backup);
    const dataDir = join(place, 'data');
    await writeFile(join(dataDir, 'objects', RECORDING), 'changed since');
    assert.match(await refusal(restore(dataDir, backup)), /not empty/);
    assert.deepInclude(await restore(dataDir, backup, true), { keys: 'former', movedTo: join(dataDir, ASIDE) });
    assert.equal(await readFile(join(dataDir, 'objects', RECORDING), 'utf8'), 'recorded');
    assert.equal(await readFile(join(dataDir, ASIDE, 'objects', RECORDING), 'utf8'), 'changed since');
    assert.include(await readFile(join(dataDir, 'secrets.env'), 'utf8'), 'KEY=key');
    assert.sameMembers(await readdir(dataDir), [ASIDE, 'objects', 'platform.db', 'secrets.env', 'vectors.db']);
  });

  it('undo all moves when one fails', async () => {
    await take(installation, backup);
    const dataDir = join(place, 'data');
    const former = await readdir(dataDir);
    await mkdir(join(dataDir, ASIDE, former.at(-1)!, 'occupied'), { recursive: true });
    await refusal(restore(dataDir, backup, true));
    assert.sameMembers(await readdir(dataDir), [...former, ASIDE]);
    assert.deepEqual(await readdir(join(dataDir, ASIDE)), [former.at(-1)]);
  });

  it('refuse to touch open stores', async () => {
    await take(installation, backup);
    const documents = await openDocuments(`sqlite:${installation.paths.documents}`, log);
    assert.match(await refusal(restore(join(place, 'data'), backup, true)), /A platform runs on/);
    await documents.close();
    await restore(join(place, 'data'), backup, true);
  });

  it('move aside the data of a crashed process', async () => {
    await take(installation, backup);
    const [dataDir, crashed] = [join(place, 'data'), join(place, 'crashed')];
    const documents = await openDocuments(`sqlite:${installation.paths.documents}`, log);
    await cp(dataDir, crashed, { recursive: true });
    await documents.close();
    assert.include(await readdir(crashed), 'platform.db-wal');
    await restore(crashed, backup, true);
    assert.sameMembers(await readdir(crashed), [ASIDE, 'objects', 'platform.db', 'secrets.env', 'vectors.db']);
  });
});

describe('what backup and restore are asked for', () => {
  const problems = (work: () => unknown): string => {
    try {
      return `accepted: ${JSON.stringify(work())}`;
    } catch (error) {
      assert.instanceOf(error, ConfigError);
      return error.problems.join('\n');
    }
  };

  it('is a directory and at most one option', () => {
    assert.deepEqual(parseBackupCommand(['backup', '/b', '--with-secrets']), {
      command: 'backup',
      directory: '/b',
      withSecrets: true,
    });
    assert.deepEqual(parseBackupCommand(['backup', '--verify', '/b']), { command: 'verify', directory: '/b' });
    assert.deepEqual(parseBackupCommand(['restore', '/b']), { command: 'restore', directory: '/b', replace: false });
    for (const words of [
      [],
      ['backup'],
      ['backup', 'a', 'b'],
      ['backup', 'a', '--replace'],
      ['restore', '--force', 'a'],
    ])
      assert.match(
        problems(() => parseBackupCommand(words)),
        /^write `npm run/,
        words.join(' '),
      );
  });

  it('covers embedded stores only, and names the tool for every other one', () => {
    const env = {
      DOCUMENTS_URL: 'mongodb://u:hush@m/p',
      OBJECTS_URL: 's3://k:hush@m:9000',
      VECTORS_URL: 'http://c:8000',
    };
    const shown = problems(() => installationOf(env));
    for (const tool of ['mongodump', 'mc mirror', 'volume']) assert.include(shown, tool);
    assert.notInclude(shown, 'hush');
    assert.match(
      problems(() => installationOf({ DOCUMENTS_URL: 'sqlite::memory:' })),
      /DOCUMENTS_URL/,
    );
    assert.match(
      problems(() => restorableInstallation({ VECTORS_URL: 'sqlite:/else/v.db' })),
      /^VECTORS_URL: leave it out/,
    );
  });
});
