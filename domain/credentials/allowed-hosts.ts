import { invalid } from '../errors.ts';

/** Maximum number of allowed hosts per provider. */
const HOSTS_MAX = 20;
/** Longest DNS name, with a colon and a port. */
const HOST_LENGTH_MAX = 259;

/** Normalises hosts by the URL standard, without duplicates, sorted. Rejects invalid hosts and patterns. */
export function parseAllowedHosts(input: readonly string[], field = 'allowed_hosts'): readonly string[] {
  if (input.length > HOSTS_MAX) throw invalid(`${field} must have at most ${HOSTS_MAX} hosts`);
  const hosts = input.map((text) => hostIn(text.trim()));
  const wrong = hosts.flatMap((host, index) => (host === null ? [`${field}[${index}]`] : []));
  if (wrong.length > 0)
    throw invalid(
      wrong.map((path) => `${path} must be a host, for example models.example.com or models.example.com:8443`),
    );
  return [...new Set(hosts.flatMap((host) => host ?? []))].toSorted();
}

/** The host, if the text is nothing but a host. The port of https is dropped. */
function hostIn(text: string): string | null {
  if (text.length > HOST_LENGTH_MAX || /[*\s]/.test(text) || !URL.canParse(`https://${text}`)) return null;
  const { href, host } = new URL(`https://${text}`);
  return href === `https://${host}/` && !text.endsWith('/') ? host : null;
}
