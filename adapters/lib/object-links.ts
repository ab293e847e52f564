import { createHmac, hkdfSync } from 'node:crypto';
import type { Clock } from '../../application/ports/clock.ts';
import { isSameSecret } from './secret-comparison.ts';

/** Paths on the API under which objects can be downloaded for a while. */
export interface ObjectLinks {
  /** Where the API serves them: a path that ends with a slash. */
  readonly path: string;
  /** The path of this object, good for so many seconds. */
  issue(object: LinkedObject, seconds: number): string;
  /** The object that the last part of a path names; null when we did not issue it or its time is over. */
  read(token: string): LinkedObject | null;
}

export interface LinkedObject {
  readonly key: string;
  /** Under which name it is saved. */
  readonly filename: string;
}

/** What the key is derived for: the same secret makes other keys elsewhere. */
const PURPOSE = 'voice-agent-platform object link 1';
const KEY_BYTES = 32;

type Content = readonly [expiresAt: number, key: string, filename: string];

/** Links signed with a key derived from the secret that all API processes share, so that each serves what another issued. */
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
      // As text: only the one spelling of a signature that was issued counts.
      if (rest.length > 0 || !isSameSecret(sealed, signature(text))) return null;
      const [expiresAt, key, filename] = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as Content;
      return now() < expiresAt ? { key, filename } : null;
    },
  };
}
