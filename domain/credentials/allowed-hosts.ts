import { invalid } from '../errors.ts';

/** An organisation allows at most so many hosts for one provider. */
const HOSTS_MAX = 20;
/** The longest name in the domain name system, a colon and a port. In characters. */
const HOST_LENGTH_MAX = 259;

/** Hosts as the URL standard writes them, each once and in order. Refuses whatever is no host, and a pattern of hosts. */
export function parseAllowedHosts(input: readonly string[]): readonly string[] {
  if (input.length > HOSTS_MAX) throw invalid(`allowed_hosts must have at most ${HOSTS_MAX} hosts`);
  const hosts = input.map((text) => hostIn(text.trim()));
  const wrong = hosts.flatMap((host, index) => (host === null ? [`allowed_hosts[${index}]`] : []));
  if (wrong.length > 0)
    throw invalid(wrong.map((path) => `${path} must be a host, such as models.example.com or models.example.com:8443`));
  return [...new Set(hosts.flatMap((host) => host ?? []))].toSorted();
}

/** The host that is the whole of a text, without the port of https. */
function hostIn(text: string): string | null {
  if (text.length > HOST_LENGTH_MAX || /[*\s]/.test(text) || !URL.canParse(`https://${text}`)) return null;
  const { href, host } = new URL(`https://${text}`);
  return href === `https://${host}/` && !text.endsWith('/') ? host : null;
}
