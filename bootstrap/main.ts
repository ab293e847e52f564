import { systemClock } from '../adapters/system/clock.ts';
import { pinoLog, standardOutput } from '../adapters/system/json-log.ts';
import type { LogFields } from '../application/ports/log.ts';
import { ConfigError, readConfig, serviceNames, type Config, type ServiceName } from './config.ts';
import { printHelpIfRequested } from './help.ts';
import { logFormatFor } from './log-format.ts';
import { logWebCalls, warnOfOpenServices } from './open-services.ts';
import { startPlatform, type Platform } from './platform.ts';
import { announceKeys, resolveKeys } from './secrets.ts';
import { Shutdown } from './shutdown.ts';
import { consoleAddress, startupBanner } from './startup-banner.ts';
import { startupErrorMessage } from './startup-error.ts';

const USAGE = `npm start -- [${serviceNames.join('] [')}]

Starts these services in one process, all of them where none is named. Settings are environment variables, each of
which .env.example explains.`;

/** Longest time to close after draining, in ms. */
const CLOSING_MS = 20_000;

/** `main.js [api|runtime|gateway|simulator]...`: starts the named services in this process, or all of them. */
async function main(args: readonly string[]): Promise<void> {
  printHelpIfRequested(USAGE, args);
  const config = readConfig(process.env, servicesOf(args));
  const keys = await resolveKeys(config);
  const format = logFormatFor(config.logFormat);
  const log = pinoLog({ level: config.logLevel, format, showPii: false });
  announceKeys(keys, log);
  warnOfOpenServices(config, log);
  logWebCalls(config, log);
  const shutdown = new Shutdown({ process, log, clock: systemClock(), deadlineMs: config.drainMs + CLOSING_MS });
  const platform = await startPlatform(config, keys);
  shutdown.onClose('platform', () => platform.close());
  shutdown.onClose('calls', () => platform.drain(config.drainMs));
  if (format === 'text' && config.logLevel === 'info') standardOutput().write(startupBanner(platform, config));
  else log.info('platform.ready', addressesOf(platform, config));
}

const addressesOf = (platform: Platform, { services }: Config): LogFields => ({
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
