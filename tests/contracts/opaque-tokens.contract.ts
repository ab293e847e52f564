import { assert } from 'chai';
import type { OpaqueTokens } from '../../application/ports/opaque-tokens.ts';
import type { Contract } from '../support/contract.ts';

export const opaqueTokensContract: Contract<OpaqueTokens> = {
  'makes tokens of 32 bytes that a URL carries as they are': async (tokens) => {
    const token = tokens.next();
    assert.match(token, /^[A-Za-z0-9_-]{43}$/);
    assert.equal(encodeURIComponent(token), token);
  },

  'does not repeat a token': async (tokens) => {
    const made = Array.from({ length: 1000 }, () => tokens.next());
    assert.lengthOf([...new Set(made)], 1000);
  },

  'recognises a token by its digest, and no other': async (tokens) => {
    const token = tokens.next();
    assert.equal(tokens.digest(token), tokens.digest(token));
    assert.notEqual(tokens.digest(token), tokens.digest(tokens.next()));
    assert.notEqual(tokens.digest(token), tokens.digest(`${token} `));
  },

  'shows nothing of a token in its digest, which is always as long': async (tokens) => {
    const token = tokens.next();
    assert.notInclude(tokens.digest(token), token.slice(0, 8));
    assert.lengthOf(tokens.digest(''), tokens.digest(token).length);
  },
};
