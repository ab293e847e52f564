import type { Config } from './config.ts';

/** The names under which the settings say that browsers reach this platform. */
export function knownHostNames({ voiceServerBaseUrl, browsers, runtime, api, gateway, simulator }: Config): string[] {
  const listed = browsers.origins === '*' ? [] : browsers.origins;
  const urls = [voiceServerBaseUrl, browsers.consoleUrl, runtime.apiBaseUrl, gateway.url, simulator.url, ...listed];
  return [api.host, ...urls.flatMap((url) => (url === null ? [] : [new URL(url).hostname]))];
}
