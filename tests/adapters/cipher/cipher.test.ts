import { createHmac, randomBytes } from 'node:crypto';
import { assert } from 'chai';
import fernet from 'fernet';
import { fernetCipher } from '../../../adapters/cipher/fernet.ts';
import type { Cipher } from '../../../application/ports/cipher.ts';
import { misconfigured } from '../../../domain/errors.ts';
import { cipherContract, type CipherWithKeys } from '../../contracts/cipher.contract.ts';
import { bites, keeps } from '../../support/contract.ts';
import { fakeClock } from '../../support/fake-clock.ts';
import { officialVectors } from './official-vectors.ts';

const KEY = 'cw_0x689RpI-jtRR7oE8h_eQsKImvJapLeSbXpwF4e4=';
const OTHER_KEY = `${'k'.repeat(43)}=`;

const NO_KEYS = [
  null,
  'too short',
  `${'k'.repeat(44)}=`,
  `${KEY}=`,
  ` ${KEY}`,
  KEY.replace('_', '/'),
  KEY.replace('-', '+'),
  randomBytes(32).toString('hex'),
];

const clock = fakeClock();

const withKeys = (spoil?: (genuine: Cipher) => Partial<Cipher>) => (): CipherWithKeys => {
  const cipher = fernetCipher(KEY, clock);
  return {
    cipher: { ...cipher, ...spoil?.(cipher) },
    foreign: fernetCipher(OTHER_KEY, clock),
    keyless: NO_KEYS.map((key) => ({ ...fernetCipher(key, clock), ...(spoil && { requireKey: () => undefined }) })),
  };
};

const openText =
  (text: string): Cipher['encrypt'] =>
  () =>
    text;

describe('cipher: fernet', () => keeps(cipherContract, withKeys()));

describe('cipher: the contract', () => {
  bites(
    cipherContract,
    withKeys(() => ({ encrypt: (text) => text, decrypt: (token) => token })),
    withKeys(() => ({ encrypt: openText('the same') })),
    withKeys((it) => ({ decrypt: (token) => it.decrypt(token) ?? '' })),
    withKeys((it) => ({ decrypt: (token) => it.decrypt(token.trim()) })),
    withKeys((it) => ({ encrypt: (text) => it.encrypt(text.trim()) })),
    withKeys(() => ({
      requireKey() {
        throw misconfigured('never');
      },
    })),
  );
});

describe('fernet: the official vectors', () => {
  it('are made as the specification makes them', async () => {
    for (const { token, now, iv, src, secret } of await officialVectors('generate'))
      assert.equal(fernetCipher(secret, fakeClock(now), { freshIv: () => Uint8Array.from(iv) }).encrypt(src), token);
  });

  it('are read', async () => {
    for (const { token, src, secret, now, ttl_sec } of await officialVectors('verify')) {
      assert.equal(fernetCipher(secret, fakeClock(now), { ttlSeconds: ttl_sec }).decrypt(token), src);
      assert.equal(fernetCipher(secret, fakeClock(now)).decrypt(token), src);
    }
  });

  it('are refused when they are invalid, every one', async () => {
    const invalid = await officialVectors('invalid');
    assert.lengthOf(invalid, 11);
    for (const { desc, token, secret, now, ttl_sec } of invalid)
      assert.isNull(fernetCipher(secret, fakeClock(now), { ttlSeconds: ttl_sec }).decrypt(token), desc);
  });

  it('are refused without an age as well, but for the two whose age alone is wrong', async () => {
    const ofTime = ['far-future TS (unacceptable clock skew)', 'expired TTL'];
    for (const { desc, token, secret, now } of await officialVectors('invalid')) {
      const expected = ofTime.includes(desc) ? '' : null;
      assert.equal(fernetCipher(secret, fakeClock(now)).decrypt(token), expected, desc);
    }
  });
});

describe('fernet', () => {
  const cipher = fernetCipher(KEY, clock);

  it('says what is wrong with the key without showing it', () => {
    assert.throws(() => fernetCipher(null, clock).requireKey(), /^PROVIDER_AUTH_ENCRYPTION_KEY is not configured$/);
    assert.throws(
      () => fernetCipher('hunter2', clock).requireKey(),
      /^PROVIDER_AUTH_ENCRYPTION_KEY is malformed: it must be 32 bytes in URL-safe base64$/,
    );
  });

  it('takes a key without its padding', () => {
    assert.equal(fernetCipher(KEY.slice(0, -1), clock).decrypt(cipher.encrypt('a')), 'a');
  });

  it('refuses a token the moment it is too old, or too young, where tokens age', () => {
    const made = fakeClock('2026-01-01T00:00:00Z');
    const token = fernetCipher(KEY, made).encrypt('hello');
    const readAt = (time: string) => fernetCipher(KEY, fakeClock(time), { ttlSeconds: 60 }).decrypt(token);
    assert.equal(readAt('2026-01-01T00:01:00Z'), 'hello');
    assert.isNull(readAt('2026-01-01T00:01:01Z'));
    assert.equal(readAt('2025-12-31T23:59:00Z'), 'hello');
    assert.isNull(readAt('2025-12-31T23:58:59Z'));
  });

  it('reads tokens however old they are', () => {
    const token = fernetCipher(KEY, fakeClock('1990-01-01T00:00:00Z')).encrypt('old');
    assert.equal(cipher.decrypt(token), 'old');
  });

  it('refuses signed tokens of another version, without a block or with invalid text', () => {
    const signing = Buffer.from(KEY, 'base64url').subarray(0, 16);
    const signed = (change: (bytes: Buffer) => Buffer, token = cipher.encrypt('hello')): string => {
      const body = change(Buffer.from(token, 'base64url').subarray(0, -32));
      const bytes = Buffer.concat([body, createHmac('sha256', signing).update(body).digest()]);
      return bytes.toString('base64').replaceAll('+', '-').replaceAll('/', '_');
    };
    assert.equal(cipher.decrypt(signed((body) => body)), 'hello');
    assert.isNull(cipher.decrypt(signed((body) => Buffer.concat([Buffer.of(0x81), body.subarray(1)]))));
    assert.isNull(cipher.decrypt(signed((body) => body.subarray(0, 25))));
    // A bit of the initialisation vector is a bit of the first block: the first byte becomes one that no text begins with.
    const flipped = (body: Buffer): Buffer => body.fill(body[9]! ^ 0x80, 9, 10);
    assert.isNull(cipher.decrypt(signed(flipped)));
  });

  it('refuses the same bytes in another spelling', async () => {
    const [vector] = await officialVectors('verify');
    const token = vector!.token;
    assert.match(token, /_.*DA==$/);
    for (const spelling of [token.replaceAll('_', '/'), token.slice(0, -2), token.replace(/DA==$/, 'DB==')]) {
      assert.deepEqual(Buffer.from(spelling, 'base64url'), Buffer.from(token, 'base64url'));
      assert.isNull(cipher.decrypt(spelling), spelling);
    }
    assert.equal(cipher.decrypt(token), 'hello');
  });
});

describe('the package fernet', () => {
  /** What it answers for a token that does not age, or null where it refuses. */
  function read(token: string, secret: string): string | null {
    try {
      return new fernet.Token({ secret: new fernet.Secret(secret), token, ttl: 0 }).decode();
    } catch {
      return null;
    }
  }

  it('is not used at run time, because it accepts these of the official invalid vectors', async () => {
    const accepted: string[] = [];
    for (const { desc, token, secret } of await officialVectors('invalid'))
      if (read(token, secret) !== null) accepted.push(desc);
    assert.deepEqual(accepted, [
      'payload size not multiple of block size',
      'payload padding error',
      // Its age alone is wrong, and tokens at rest do not age.
      'far-future TS (unacceptable clock skew)',
      'expired TTL',
      'incorrect IV (causes padding error)',
      'trailing characters after b64 padding',
      'invalid characters in b64',
    ]);
  });
});

describe('fernet: another implementation', () => {
  const secret = new fernet.Secret(KEY);
  const cipher = fernetCipher(KEY, clock);
  const texts = ['', 'a', '{"api_key":["sk-1","sk-2"]}', '{"api_key":"नमस्ते 🎧"}', 'x'.repeat(5_000)];

  it('reads what we write', () => {
    for (const text of texts)
      assert.equal(new fernet.Token({ secret, token: cipher.encrypt(text), ttl: 0 }).decode(), text);
  });

  it('writes what we read', () => {
    for (const text of texts)
      assert.equal(cipher.decrypt(new fernet.Token({ secret, ttl: 0, time: 0 }).encode(text)), text);
  });
});
