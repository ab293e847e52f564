import { DamagedDatabase } from '../adapters/lib/store-faults.ts';
import { NewerStores } from '../domain/upgrades/store-format.ts';
import { ConfigError } from './config.ts';

const RESTORE_ADVICE = `Nothing was changed. Restore the last backup with the same DATA_DIR:
  npm run restore -- <directory of the backup> --replace
It moves what is there to before-restore-<time> and removes nothing. What happened since the backup is lost.`;

/** Message for a failed start: one sentence for known causes, otherwise the stack trace. */
export function startupErrorMessage(error: unknown): string {
  if (error instanceof ConfigError || error instanceof NewerStores) return error.message;
  if (!(error instanceof Error)) return String(error);
  const damaged = [error, error.cause].find((each) => each instanceof DamagedDatabase);
  if (damaged) return `${damaged.message}\n${RESTORE_ADVICE}`;
  const { code, address, port } = error as Error & { code?: unknown; address?: unknown; port?: unknown };
  if (code !== 'EADDRINUSE') return error.stack ?? error.message;
  return (
    `${String(address)}:${String(port)} is taken by another program, or by this platform, which may be running already. ` +
    'API_PORT, RUNTIME_PORT, GATEWAY_PORT and SIMULATOR_PORT choose other ports.'
  );
}
