import { isIP } from 'node:net';

/** Whether a request may come for this host: a Host header, with or without a port. */
export type KnownHosts = (host: string) => boolean;

/**
 * The hosts that a browser's request may name: these names, IP addresses, and the names of this machine. Any other name
 * may be an attacker's, who has it lead here to pass for a page of this host (DNS rebinding). An IP address or
 * `localhost` cannot be made to lead elsewhere.
 */
export function knownHosts(names: readonly string[]): KnownHosts {
  const known = new Set(names.map((name) => name.toLowerCase()));
  return (host) => {
    const name = nameIn(host);
    return name !== null && (known.has(name) || isLoopbackName(name) || isIP(name.replace(/^\[|\]$/g, '')) !== 0);
  };
}

/** RFC 6761, section 6.3: `localhost` and the names below it are resolved to this machine. */
const isLoopbackName = (name: string): boolean => name === 'localhost' || name.endsWith('.localhost');

/** The name in a Host header, in lower case and without the port; null when it is none. */
function nameIn(host: string): string | null {
  if (!/^[^/?#@\\]+$/.test(host) || !URL.canParse(`http://${host}`)) return null;
  return new URL(`http://${host}`).hostname;
}
