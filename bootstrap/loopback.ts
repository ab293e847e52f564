import { isIPv4 } from 'node:net';

/** Whether only programs of this machine reach what listens on this host. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
