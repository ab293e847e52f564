import { assert } from 'chai';
import { sha256Tokens } from '../../adapters/opaque-tokens/sha256.ts';
import type { OpaqueTokens } from '../../application/ports/opaque-tokens.ts';
import { opaqueTokensContract } from '../contracts/opaque-tokens.contract.ts';
import { bites, keeps } from '../support/contract.ts';

describe('opaque tokens: sha256', () => {
  keeps(opaqueTokensContract, sha256Tokens);

  it('are kept as their SHA-256', () => {
    assert.equal(sha256Tokens().digest('abc'), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});

describe('opaque tokens: the contract', () => {
  const spoiled = (spoil: Partial<OpaqueTokens>) => (): OpaqueTokens => ({ ...sha256Tokens(), ...spoil });
  let salt = 0;
  bites(
    opaqueTokensContract,
    spoiled({ next: () => 'a+b/c=' }),
    spoiled({ digest: (token) => token }),
    spoiled({ digest: (token) => `${token}${(salt += 1)}` }),
  );
});
