import type { Config } from './config.ts';

/** Host names under which browsers reach this platform, by its settings. */
export function knownHostNames({ voiceServerBaseUrl, browsers, runtime, api, gateway, simulator }: Config): string[] {
  const listed = browsers.origins === '*' ? [] : browsers.origins;
  const urls = [voiceServerBaseUrl, browsers.consoleUrl, runtime.apiBaseUrl, gateway.url, simulator.url, ...listed];
  return [api.host, ...urls.flatMap((url) => (url === null ? [] : [new URL(url).hostname]))];
}
