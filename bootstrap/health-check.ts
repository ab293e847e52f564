import { readConfig, type ServiceName } from './config.ts';

const TIMEOUT_MS = 4_000;
const PROBED = ['api', 'runtime', 'gateway'] as const satisfies readonly ServiceName[];

/**
 * `health-check.js [api|runtime|gateway]...`: exits with 0 when all named services on this machine are ready. Without
 * names, when any is.
 */
const named = PROBED.filter((service) => process.argv.includes(service));
const config = readConfig(process.env, named);
const answers = await Promise.all((named.length > 0 ? named : PROBED).map((service) => isReady(config[service])));
process.exitCode = (named.length > 0 ? answers.every(Boolean) : answers.some(Boolean)) ? 0 : 1;

async function isReady({ port }: { readonly port: number }): Promise<boolean> {
  try {
    const { ok } = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    return ok;
  } catch {
    return false;
  }
}
