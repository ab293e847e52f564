import { isIP } from 'node:net';

/** Whether a Host header, with or without a port, is accepted. */
export type KnownHosts = (host: string) => boolean;

/**
 * Accepts these names, IP addresses and the names of this machine. Any other name may belong to an attacker who makes
 * it resolve to this host (DNS rebinding). An IP address or `localhost` cannot resolve elsewhere.
 */
export function knownHosts(names: readonly string[]): KnownHosts {
  const known = new Set(names.map((name) => name.toLowerCase()));
  return (host) => {
    const name = nameIn(host);
    return name !== null && (known.has(name) || isLoopbackName(name) || isIP(name.replace(/^\[|\]$/g, '')) !== 0);
  };
}

/** RFC 6761, section 6.3: `localhost` and names below it resolve to this machine. */
const isLoopbackName = (name: string): boolean => name === 'localhost' || name.endsWith('.localhost');

/** The name in a Host header, in lower case and without the port. Null when it is invalid. */
function nameIn(host: string): string | null {
  if (!/^[^/?#@\\]+$/.test(host) || !URL.canParse(`http://${host}`)) return null;
  return new URL(`http://${host}`).hostname;
}
