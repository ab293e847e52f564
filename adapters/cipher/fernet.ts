import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Cipher } from '../../application/ports/cipher.ts';
import type { Clock } from '../../application/ports/clock.ts';
import { misconfigured } from '../../domain/errors.ts';

// A token: version, time in seconds, initialisation vector, ciphertext in whole blocks, HMAC of all that.
const VERSION = 0x80;
const TIME_AT = 1;
const IV_AT = 9;
const CIPHERTEXT_AT = 25;
const BLOCK_BYTES = 16;
const MAC_BYTES = 32;
const LEAST_BYTES = CIPHERTEXT_AT + BLOCK_BYTES + MAC_BYTES;

interface Keys {
  readonly signing: Buffer;
  readonly encryption: Buffer;
}

/** Fernet tokens that never expire, made with a key of 32 bytes in URL-safe base64. */
export function fernetCipher(
  key: string | null,
  clock: Clock,
  freshIv = (): Uint8Array => randomBytes(BLOCK_BYTES),
): Cipher {
  const known = key === null ? null : keysOf(key);

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
      head.writeBigUInt64BE(BigInt(Math.floor(clock.now().getTime() / 1000)), TIME_AT);
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
      if (!timingSafeEqual(macOf(signed, signing), bytes.subarray(-MAC_BYTES))) return null;
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

const macOf = (signed: Buffer, key: Buffer): Buffer => createHmac('sha256', key).update(signed).digest();

/** The text, or null when its padding or its UTF-8 is wrong: then whoever holds the key has made it badly. */
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
