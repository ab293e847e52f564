import { assert } from 'chai';
import type { Cipher } from '../../application/ports/cipher.ts';
import { DomainError } from '../../domain/errors.ts';
import type { Contract } from '../support/contract.ts';

export interface CipherWithKeys {
  readonly cipher: Cipher;
  /** The same with another key. */
  readonly foreign: Cipher;
  /** The same without a key, and with keys that are none. */
  readonly keyless: readonly Cipher[];
}

const problemOf = (act: () => unknown): string => {
  try {
    act();
    return 'none';
  } catch (error) {
    return error instanceof DomainError ? error.problem : String(error);
  }
};

export const cipherContract: Contract<CipherWithKeys> = {
  'gives back every text': async ({ cipher }) => {
    const texts = [
      '',
      'a',
      '{"api_key":"sk-1"}',
      ' \n\t\0',
      'नमस्ते 🎧',
      '\uFEFFmark',
      'x'.repeat(15),
      'y'.repeat(5_000),
    ];
    for (const text of texts) assert.equal(cipher.decrypt(cipher.encrypt(text)), text);
  },

  'hides the text, and never twice in the same way': async ({ cipher }) => {
    const tokens = Array.from({ length: 20 }, () => cipher.encrypt('sk-secret'));
    assert.lengthOf([...new Set(tokens)], 20);
    for (const token of tokens) {
      assert.notInclude(token, 'sk-secret');
      assert.notInclude(Buffer.from(token, 'base64url').toString('latin1'), 'sk-secret');
    }
  },

  'reads no token of another key': async ({ cipher, foreign }) => {
    assert.isNull(cipher.decrypt(foreign.encrypt('sk-secret')));
    assert.equal(foreign.decrypt(foreign.encrypt('sk-secret')), 'sk-secret');
  },

  'reads no token that was changed in a single character': async ({ cipher }) => {
    const token = cipher.encrypt('sk-secret');
    for (let at = 0; at < token.length; at += 1) {
      const changed = token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1);
      assert.isNull(cipher.decrypt(changed), `changed at ${at}`);
    }
  },

  'answers null for invalid tokens': async ({ cipher }) => {
    const token = cipher.encrypt('sk-secret');
    for (const text of ['', 'sk-secret', token.slice(4), token.slice(0, -4), token + token, ` ${token}`, `${token}\n`])
      assert.isNull(cipher.decrypt(text), JSON.stringify(text));
  },

  'is misconfigured without a usable key': async ({ cipher, keyless }) => {
    cipher.requireKey();
    assert.isNotEmpty(keyless);
    const token = cipher.encrypt('sk-secret');
    for (const broken of keyless) {
      assert.equal(
        problemOf(() => broken.requireKey()),
        'misconfigured',
      );
      assert.equal(
        problemOf(() => broken.encrypt('sk-secret')),
        'misconfigured',
      );
      assert.equal(
        problemOf(() => broken.decrypt(token)),
        'misconfigured',
      );
    }
  },
};
