import { systemClock } from '../adapters/system/clock.ts';
import { pinoLog, standardOutput } from '../adapters/system/json-log.ts';
import type { LogFields } from '../application/ports/log.ts';
import { ConfigError, readConfig, serviceNames, type Config, type ServiceName } from './config.ts';
import { printHelpIfRequested } from './help.ts';
import { logFormatFor } from './log-format.ts';
import { logWebCalls, warnOfOpenServices } from './open-services.ts';
import { startPlatform, type Addresses } from './platform.ts';
import { announceKeys, resolveKeys, type ResolvedKeys } from './secrets.ts';
import { Shutdown } from './shutdown.ts';
import { consoleAddress, startupBanner } from './startup-banner.ts';
import { startupErrorMessage } from './startup-error.ts';
import { closeWith, hasWorkers, startSupervisor, startWorker } from './workers/start.ts';
import { nameOf } from './workers/messages.ts';
import { WorkerChannel } from './workers/worker.ts';

const USAGE = `npm start -- [${serviceNames.join('] [')}]
npm start -- doctor [service]...

Starts these services, all of them where none is named. One process runs them, unless API_WORKERS or RUNTIME_WORKERS asks for
more. Settings are environment variables, each of which .env.example explains. With doctor, it starts nothing but checks what
these services need, says how to fix what is wrong, and exits with 1 if something is.`;

/** Longest time to close after draining, in ms. */
const CLOSING_MS = 20_000;
/** How much longer a supervisor waits than its workers, in ms. */
const SUPERVISOR_MORE_MS = 5_000;

/** `main.js [doctor] [api|runtime|gateway|simulator]...`: starts or checks the named services, or all of them. */
async function main(args: readonly string[]): Promise<void> {
  printHelpIfRequested(USAGE, args);
  if (args[0] === 'doctor') return examine(args.slice(1));
  const channel = WorkerChannel.open();
  const config = readConfig(process.env, servicesOf(args));
  const keys = await resolveKeys(config);
  const format = logFormatFor(config.logFormat);
  const log = pinoLog({ level: config.logLevel, format, showPii: false });
  const parts = { log: channel ? log.child({ worker: nameOf(channel.place) }) : log, clock: systemClock() };
  const shutdown = new Shutdown({ process: channel?.process ?? process, ...parts, deadlineMs: deadlineMs(config) });
  if (channel) return startWorker(channel, config, keys, shutdown);
  announceKeys(keys, parts.log);
  warnOfOpenServices(config, parts.log);
  logWebCalls(config, parts.log);
  const start = hasWorkers(config) ? startSupervisor : startInThisProcess;
  const addresses = await start(config, keys, shutdown, parts);
  if (format === 'text' && config.logLevel === 'info') standardOutput().write(startupBanner(addresses, config));
  else parts.log.info('platform.ready', addressesOf(addresses, config));
}

/** Checks the named services. The module is loaded only for that. */
async function examine(names: readonly string[]): Promise<void> {
  const { runDoctor } = await import('./doctor/run-doctor.ts');
  process.exitCode = await runDoctor(process.env, servicesOf(names), process.stdout);
}

/** Longest time from a signal to the exit, in ms. */
const deadlineMs = (config: Config): number =>
  config.drainMs + CLOSING_MS + (hasWorkers(config) ? SUPERVISOR_MORE_MS : 0);

async function startInThisProcess(config: Config, keys: ResolvedKeys, shutdown: Shutdown): Promise<Addresses> {
  const platform = await startPlatform(config, keys);
  closeWith(shutdown, platform, config);
  return platform;
}

const addressesOf = (platform: Addresses, { services }: Config): LogFields => ({
  console: services.includes('api') ? consoleAddress(platform) : null,
  api: platform.apiBaseUrl,
  runtime: platform.runtimeUrl,
  gateway: platform.gatewayUrl,
  simulator: platform.simulatorUrl,
});

function servicesOf(args: readonly string[]): ServiceName[] {
  const unknown = args.filter((arg) => !serviceNames.some((name) => name === arg));
  if (unknown.length > 0)
    throw new ConfigError([
      `${unknown.join(' ')}: not a service; write any of ${serviceNames.join(', ')}, or nothing for all`,
    ]);
  const named = serviceNames.filter((name) => args.includes(name));
  return named.length > 0 ? named : [...serviceNames];
}

await main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${startupErrorMessage(error)}\n`);
  process.exit(1);
});
