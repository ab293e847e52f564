import { resolve } from 'node:path';
import { CONSOLE_PATH, type Config, type ServiceName } from './config.ts';
import type { Addresses } from './platform.ts';

/** URL of the console that the API of this process serves. */
export const consoleAddress = ({ apiBaseUrl }: Addresses): string => new URL(`${CONSOLE_PATH}/`, apiBaseUrl).href;

/** The banner printed at a terminal: service addresses, data location and how to stop. */
export function startupBanner(addresses: Addresses, config: Config): string {
  const rows = [...config.services.flatMap((service) => rowsOf(service, addresses)), ...dataRows(config)];
  const width = Math.max(...rows.map(([name]) => name.length));
  const lines = rows.map(([name, place]) => `  ${name.padEnd(width)}  ${place}`);
  return `\n${lines.join('\n')}\n\nCtrl-C stops it; ${drainNotice(config)}. A second one stops it at once.\n\n`;
}

type Row = readonly [name: string, place: string];

function rowsOf(service: ServiceName, addresses: Addresses): Row[] {
  const { apiBaseUrl, runtimeUrl, gatewayUrl, simulatorUrl } = addresses;
  switch (service) {
    case 'api':
      return [
        ['Console', `${consoleAddress(addresses)}  (sign up here)`],
        ['API', `${apiBaseUrl}  (described at ${new URL('/docs', apiBaseUrl).href})`],
      ];
    case 'runtime':
      return [['Media runtime', runtimeUrl]];
    case 'gateway':
      return [['Model gateway', gatewayUrl ?? '']];
    case 'simulator':
      return [['Carrier simulator', simulatorUrl ?? '']];
  }
}

/** The data directory and the external stores. Shows only their kind, because their URLs may contain passwords. */
function dataRows({ dataDir, stores, services }: Config): Row[] {
  const embedded: Row = ['Data', resolve(dataDir)];
  if (!services.includes('api')) return [embedded];
  const { documentsUrl, objectsUrl, vectorsUrl } = stores;
  const kinds = { DOCUMENTS_URL: documentsUrl, OBJECTS_URL: objectsUrl, VECTORS_URL: vectorsUrl };
  const elsewhere = Object.entries(kinds).filter(([, url]) => !/^(sqlite|file):/.test(url));
  return [embedded, ...elsewhere.map(([name, url]): Row => [name, `${url.slice(0, url.indexOf(':'))} server`])];
}

const drainNotice = ({ drainMs }: Config): string =>
  drainMs === 0 ? 'live calls end with it' : `live calls may end before that, for ${drainMs / 1000} seconds at most`;
