import { at, BASE } from './paths.ts';

const LOG_IN = at('/log-in');

/** The log-in page, which leads back to this address of the console. */
export function logInAddress(url: string): string {
  const isReturnable = url !== BASE && url !== at('/') && !url.startsWith(LOG_IN);
  return isReturnable ? `${LOG_IN}?${new URLSearchParams({ next: url }).toString()}` : LOG_IN;
}

/** Target after log-in: the requested page of the console, otherwise the home page. */
export function afterLogIn(url: string): string {
  const next = new URLSearchParams(url.split('?')[1]).get('next') ?? '';
  return /^\/console(\/|\?|$)/.test(next) && !next.startsWith(LOG_IN) ? next : at('/');
}
