import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ajvArgumentSchemas } from '../../../adapters/argument-schemas/ajv.ts';
import type { CallRecord } from '../../../domain/rehearsal/call-record.ts';
import { systemClock } from '../../../adapters/system/clock.ts';
import { rehearsalParts } from '../../../adapters/system/rehearsal-parts.ts';
import { runSuite } from '../../../application/runtime/rehearsal/run-suite.ts';
import type { SuitePorts } from '../../../application/runtime/rehearsal/suite-plan.ts';
import { readSuite } from '../../../adapters/suite-reader/read-suite.ts';
import { rehearsedAgent } from '../../../tools/rehearsal/rehearsed-agent.ts';
import { InstalledModels, knownProviders } from '../../../tools/rehearsal/rehearsal-models.ts';
import { rehearsalPrices } from '../../../tools/rehearsal/rehearsal-prices.ts';
import { fakeMcpClient, fakeToolCaller } from '../../support/fake-tools.ts';
import { rememberingLog } from '../../support/remembering-log.ts';

/** What suites are recordsOf with in tests. */
export const suitePorts = (env: Readonly<Record<string, string>> = {}): SuitePorts => ({
  ...rehearsalParts(systemClock()),
  argumentSchemas: ajvArgumentSchemas(),
  toolCaller: fakeToolCaller(),
  mcpClient: fakeMcpClient(),
  log: rememberingLog().log,
  models: new InstalledModels(env),
  prices: rehearsalPrices(env),
});

/** Holds every conversation of a suite once, and keeps all of it. */
export async function recordsOf(file: string): Promise<readonly CallRecord[]> {
  const suite = readSuite(await readFile(file, 'utf8'));
  const api = (): Promise<never> => Promise.reject(new Error('There is no API'));
  const choice = { source: suite.agent ?? '', version: null };
  const targets = { folder: dirname(file), files: suite.targets ?? {} };
  const agent = await rehearsedAgent(choice, { folder: dirname(file), providers: knownProviders(), targets, api });
  const { attempts } = await runSuite(suitePorts(), {
    ...{ file, suite, agent, newService: null, runs: 1, seed: 1, parallel: 4, only: [], keepsInputs: true },
  });
  return attempts.flatMap(({ record }) => (record ? [record] : []));
}
