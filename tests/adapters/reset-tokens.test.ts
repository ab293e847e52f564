import { assert } from 'chai';
import { sha256ResetTokens } from '../../adapters/reset-tokens/sha256.ts';
import type { ResetTokens } from '../../application/ports/reset-tokens.ts';
import { resetTokensContract } from '../contracts/reset-tokens.contract.ts';
import { bites, keeps } from '../support/contract.ts';

describe('reset tokens: sha256', () => {
  keeps(resetTokensContract, sha256ResetTokens);

  it('are kept as their SHA-256', () => {
    assert.equal(sha256ResetTokens().digest('abc'), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});

describe('reset tokens: the contract', () => {
  const spoiled = (spoil: Partial<ResetTokens>) => (): ResetTokens => ({ ...sha256ResetTokens(), ...spoil });
  let salt = 0;
  bites(
    resetTokensContract,
    spoiled({ next: () => 'a+b/c=' }),
    spoiled({ digest: (token) => token }),
    spoiled({ digest: (token) => `${token}${(salt += 1)}` }),
  );
});
