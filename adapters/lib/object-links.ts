import { createHmac, hkdfSync } from 'node:crypto';
import type { Clock } from '../../application/ports/clock.ts';
import { isSameSecret } from './secret-comparison.ts';

/** Time-limited download paths on the API. */
export interface ObjectLinks {
  /** The path prefix, ending with a slash. */
  readonly path: string;
  /** A path to this object that is valid for this many seconds. */
  issue(object: LinkedObject, seconds: number): string;
  /** The object of a token. Null when the token is invalid or expired. */
  read(token: string): LinkedObject | null;
}

export interface LinkedObject {
  readonly key: string;
  /** The file name of the download. */
  readonly filename: string;
}

/** Domain separation: the same secret derives other keys elsewhere. */
const PURPOSE = 'voice-agent-platform object link 1';
const KEY_BYTES = 32;

type Content = readonly [expiresAt: number, key: string, filename: string];

/**
 * Links signed with a key derived from the secret that all API processes share, so that each accepts links of the
 * others.
 */
export function hmacObjectLinks({ secret, path }: { secret: string; path: string }, clock: Clock): ObjectLinks {
  const signingKey = Buffer.from(hkdfSync('sha256', secret, '', PURPOSE, KEY_BYTES));
  const now = (): number => clock.now().getTime();
  const signature = (text: string): string => createHmac('sha256', signingKey).update(text).digest('base64url');

  return {
    path,
    issue({ key, filename }, seconds) {
      const content: Content = [now() + seconds * 1000, key, filename];
      const text = Buffer.from(JSON.stringify(content)).toString('base64url');
      return `${path}${text}.${signature(text)}`;
    },
    read(token) {
      const [text = '', sealed = '', ...rest] = token.split('.');
      // Compared as text: only the issued encoding of a signature is valid.
      if (rest.length > 0 || !isSameSecret(sealed, signature(text))) return null;
      const [expiresAt, key, filename] = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as Content;
      return now() < expiresAt ? { key, filename } : null;
    },
  };
}
