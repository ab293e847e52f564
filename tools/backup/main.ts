import { pinoLog } from '../../adapters/system/json-log.ts';
import { DomainError } from '../../domain/errors.ts';
import { ConfigError } from '../../bootstrap/config.ts';
import { printHelpIfRequested } from '../../bootstrap/help.ts';
import { logFormatFor } from '../../bootstrap/log-format.ts';
import { installationOf, PARTS, restorableInstallation } from './installation.ts';
import { verifyManifest, type Manifest } from './manifest.ts';
import { BACKUP_HELP, parseBackupCommand, type BackupCommand } from './options.ts';
import { restoreBackup, type RestoreResult } from './restore.ts';
import { takeBackup } from './take.ts';

printHelpIfRequested(BACKUP_HELP);

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const log = pinoLog({ level: 'warn', format: logFormatFor(), showPii: false });
// Whatever is written here is for its owner alone.
process.umask(0o077);
const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => interrupted.abort(new Error(`Interrupted by ${signal}`)));

/** `main.js backup|restore …`: makes a backup of an installation, verifies one, or puts one back. */
async function main(parsed: BackupCommand): Promise<void> {
  const { directory } = parsed;
  const { signal } = interrupted;
  if (parsed.command === 'verify') return say(`${summary(await verifyManifest(directory))}: all of it is whole.`);
  if (parsed.command === 'backup') {
    const manifest = await takeBackup(installationOf(process.env), { ...parsed, createdAt: new Date(), signal }, log);
    return report(`${summary(manifest)}: written to ${directory}.`, warnings(manifest));
  }
  const installation = restorableInstallation(process.env);
  const restored = await restoreBackup(installation, { ...parsed, now: new Date(), signal }, log);
  report(`${summary(restored.manifest)}: restored to ${installation.dataDir}.`, notes(restored));
}

function report(line: string, more: readonly string[]): void {
  for (const text of [line, ...more]) say(text);
}

function summary({ createdAt, files }: Manifest): string {
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  return `Backup of ${createdAt}, ${files.length} files of ${bytes} bytes`;
}

function warnings({ withSecrets, missingObjects }: Manifest): string[] {
  const keys = withSecrets
    ? 'CAUTION: this backup contains the keys. Anyone who has it can read every stored credential.'
    : `CAUTION: the keys are NOT in it. Without ${PARTS.secrets}, or the PROVIDER_AUTH_ENCRYPTION_KEY that was set, ` +
      'no stored credential can ever be read again: keep a copy of it, in another place than this backup.';
  if (missingObjects.length === 0) return [keys];
  return [keys, `Documents speak of ${missingObjects.length} objects that are gone; manifest.json names them.`];
}

function notes({ movedTo, keys }: RestoreResult): string[] {
  const moved = movedTo === null ? [] : [`What was there before is in ${movedTo}.`];
  if (keys === 'backup') return moved;
  if (keys === 'former') return [...moved, `The keys that were there before stay: the backup has none.`];
  return [
    ...moved,
    `CAUTION: the backup has no keys. Put its ${PARTS.secrets} into the directory, or set PROVIDER_AUTH_ENCRYPTION_KEY, ` +
      'before anything starts: else new keys are made, and no stored credential can be read.',
  ];
}

try {
  await main(parseBackupCommand(process.argv.slice(2)));
} catch (error) {
  const isKnown = error instanceof ConfigError || error instanceof DomainError || interrupted.signal.aborted;
  const { code, message, stack } = (interrupted.signal.reason ?? error) as NodeJS.ErrnoException;
  const isOfSystem = code !== undefined && /^(E[A-Z]+|SQLITE_\w+)$/.test(code);
  process.stderr.write(`${isKnown || isOfSystem ? message : (stack ?? message)}\nNothing was changed.\n`);
  process.exitCode = 1;
}
