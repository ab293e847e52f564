import { CONSOLE_PATH, type Config } from './config.ts';

/**
 * Where browsers find the console that reach the runtime under some host name: where the operator says, else at the API
 * that the operator names, else at the API of this very machine.
 */
export function consoleUrls(config: Config, apiBaseUrl: string): (hostName: string) => string {
  const configured = config.browsers.consoleUrl;
  if (configured !== null) return () => configured;
  return (hostName) => {
    const url = new URL(CONSOLE_PATH, apiBaseUrl);
    if (config.runtime.apiBaseUrl === null) url.hostname = hostName;
    return url.href;
  };
}
