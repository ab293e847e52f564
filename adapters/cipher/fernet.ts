import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import type { Cipher } from '../../application/ports/cipher.ts';
import type { Clock } from '../../application/ports/clock.ts';
import { misconfigured } from '../../domain/errors.ts';
import { isSameSecret } from '../lib/secret-comparison.ts';

// A token: version, time in seconds, initialisation vector, ciphertext in whole blocks, HMAC of all that.
const VERSION = 0x80;
const TIME_AT = 1;
const IV_AT = 9;
const CIPHERTEXT_AT = 25;
const BLOCK_BYTES = 16;
const MAC_BYTES = 32;
const LEAST_BYTES = CIPHERTEXT_AT + BLOCK_BYTES + MAC_BYTES;
/** Most clock skew of the token's maker, in seconds, where tokens expire. */
const MAX_CLOCK_SKEW_SECONDS = 60;

interface Keys {
  readonly signing: Buffer;
  readonly encryption: Buffer;
}

interface FernetOptions {
  /** The initialisation vector of the next token: 16 bytes, at random unless a test says otherwise. */
  readonly freshIv?: () => Uint8Array;
  /** How old a token may be. Without it tokens never expire, as nothing does that is kept at rest. */
  readonly ttlSeconds?: number;
}

/** Fernet tokens, made with a key of 32 bytes in URL-safe base64. */
export function fernetCipher(key: string | null, clock: Clock, options: FernetOptions = {}): Cipher {
  const { freshIv = () => randomBytes(BLOCK_BYTES), ttlSeconds } = options;
  const known = key === null ? null : keysOf(key);
  const now = (): number => Math.floor(clock.now().getTime() / 1000);

  function keys(): Keys {
    if (known) return known;
    throw misconfigured(
      key === null
        ? 'PROVIDER_AUTH_ENCRYPTION_KEY is not configured'
        : 'PROVIDER_AUTH_ENCRYPTION_KEY is malformed: it must be 32 bytes in URL-safe base64',
    );
  }

  return {
    requireKey: () => void keys(),

    encrypt(text) {
      const { signing, encryption } = keys();
      const iv = freshIv();
      const head = Buffer.alloc(CIPHERTEXT_AT);
      head[0] = VERSION;
      head.writeBigUInt64BE(BigInt(now()), TIME_AT);
      head.set(iv, IV_AT);
      const cipher = createCipheriv('aes-128-cbc', encryption, iv);
      const signed = Buffer.concat([head, cipher.update(text, 'utf8'), cipher.final()]);
      return urlSafe(Buffer.concat([signed, macOf(signed, signing)]));
    },

    decrypt(token) {
      const { signing, encryption } = keys();
      const bytes = Buffer.from(token, 'base64url');
      if (urlSafe(bytes) !== token || !isWellFormed(bytes)) return null;
      const signed = bytes.subarray(0, -MAC_BYTES);
      if (!isSameSecret(bytes.subarray(-MAC_BYTES), macOf(signed, signing))) return null;
      if (ttlSeconds !== undefined && !isOfAge(signed, now(), ttlSeconds)) return null;
      return decrypted(signed, encryption);
    },
  };
}

function keysOf(key: string): Keys | null {
  if (!/^[\w-]{43}=?$/.test(key)) return null;
  const bytes = Buffer.from(key, 'base64url');
  return { signing: bytes.subarray(0, BLOCK_BYTES), encryption: bytes.subarray(BLOCK_BYTES) };
}

const isWellFormed = (bytes: Buffer): boolean =>
  bytes[0] === VERSION && bytes.length >= LEAST_BYTES && (bytes.length - LEAST_BYTES) % BLOCK_BYTES === 0;

/** Whether a token is not older than its lifetime and not from the future. */
function isOfAge(signed: Buffer, now: number, ttlSeconds: number): boolean {
  const made = Number(signed.readBigUInt64BE(TIME_AT));
  return made + ttlSeconds >= now && made <= now + MAX_CLOCK_SKEW_SECONDS;
}

const macOf = (signed: Buffer, key: Buffer): Buffer => createHmac('sha256', key).update(signed).digest();

/** The text, or null when its padding or its UTF-8 is invalid: the key's owner encrypted it wrongly. */
function decrypted(signed: Buffer, key: Buffer): string | null {
  const decipher = createDecipheriv('aes-128-cbc', key, signed.subarray(IV_AT, CIPHERTEXT_AT));
  try {
    const bytes = Buffer.concat([decipher.update(signed.subarray(CIPHERTEXT_AT)), decipher.final()]);
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** URL-safe base64 with its padding, of which Node's own has none. */
const urlSafe = (bytes: Buffer): string => bytes.toString('base64').replaceAll('+', '-').replaceAll('/', '_');
