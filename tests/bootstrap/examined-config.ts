import { readConfig, type Env, type ServiceName } from '../../bootstrap/config.ts';
import type { Diagnosis } from '../../bootstrap/doctor/findings.ts';

/** The services of one process with embedded stores. */
export const EMBEDDED = ['api', 'runtime'] as const;

/** A configuration on any free ports, with data in this directory. */
export const examinedConfig = (dataDir: string, env: Env, services: readonly ServiceName[] = EMBEDDED) =>
  readConfig({ DATA_DIR: dataDir, API_PORT: '0', RUNTIME_PORT: '0', ...env }, services);

/** One line per result: its state, its text and its fix. */
export const findingWords = (results: readonly Diagnosis[]): string =>
  results.map(({ state, text, fix }) => [state, text, ...(fix === null ? [] : [fix])].join(' | ')).join('\n');
