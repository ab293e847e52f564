import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** Where the tools are installed, and where they run. */
export const TOOLS = fileURLToPath(new URL('.', import.meta.url));

/** The contract as it is written. */
export const CONTRACT = fileURLToPath(new URL('../../openapi.yaml', import.meta.url));

/** All that a tool sees of the environment: none asks its maker for news or reports to it. */
const QUIET = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', CI: 'true' };

export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs an installed tool to its end, whatever it ends with. Rejects when it cannot be run at all. */
export async function runTool(name: string, ...args: readonly string[]): Promise<Outcome> {
  const options = { cwd: TOOLS, env: QUIET, maxBuffer: 50_000_000 };
  try {
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      [`${TOOLS}node_modules/.bin/${name}`, ...args],
      options,
    );
    return { code: 0, stdout, stderr };
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'number') throw error;
    const { code, stdout, stderr } = error as Error & Outcome;
    return { code, stdout, stderr };
  }
}
