import { CONSOLE_PATH, type Config } from './config.ts';

/**
 * URL of the console for browsers that reach the runtime under this host name: PUBLIC_APP_URL if set, otherwise the
 * console of the configured API, otherwise that of this machine.
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
