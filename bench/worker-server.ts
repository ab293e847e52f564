import { systemClock } from '../adapters/system/clock.ts';
import { pinoLog } from '../adapters/system/json-log.ts';
import { readConfig } from '../bootstrap/config.ts';
import type { Container } from 'inversify';
import { replace } from '../bootstrap/dependencies.ts';
import { logFormatFor } from '../bootstrap/log-format.ts';
import { startPlatform } from '../bootstrap/platform.ts';
import { resolveKeys } from '../bootstrap/secrets.ts';
import { Shutdown } from '../bootstrap/shutdown.ts';
import { closeWith, hasWorkers, startSupervisor, startWorker } from '../bootstrap/workers/start.ts';
import { WorkerChannel } from '../bootstrap/workers/worker.ts';
import { scriptedVendors } from './scripted-vendors.ts';

/** A runtime as `npm run runtime` starts it, in one process or under its supervisor, with vendors that answer after a fixed time. */
const REPLY_SECONDS = 5;

const prepare = (container: Container): Promise<void> =>
  replace(container, { vendors: scriptedVendors(REPLY_SECONDS) });

const channel = WorkerChannel.open();
const config = readConfig(process.env, ['runtime']);
const keys = await resolveKeys(config);
const parts = {
  log: pinoLog({ level: config.logLevel, format: logFormatFor(config.logFormat), showPii: false }),
  clock: systemClock(),
};
const shutdown = new Shutdown({ process: channel?.process ?? process, ...parts, deadlineMs: 5_000 });
if (channel) await startWorker(channel, config, keys, shutdown, prepare);
else if (hasWorkers(config)) await startSupervisor(config, keys, shutdown, parts);
else closeWith(shutdown, await startPlatform(config, keys, prepare), config);
