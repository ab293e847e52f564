import { assert } from 'chai';
import type { Tokens } from '../../application/ports/tokens.ts';
import type { Principal } from '../../domain/accounts/principal.ts';
import type { Contract } from '../support/contract.ts';

export interface TokensInTime {
  readonly tokens: Tokens;
  /** Tokens of another key, otherwise the same. */
  readonly foreign: Tokens;
  readonly lifetimeMs: number;
  pass(ms: number): void;
}

const principal: Principal = { email: 'ann@example.org', org_id: 'org', role: 'admin' };

export const tokensContract: Contract<TokensInTime> = {
  'gives back the claims it was issued for': async ({ tokens }) => {
    for (const issued of [
      principal,
      { ...principal, org_id: null },
      { ...principal, role: 'member' as const },
      { ...principal, session_version: 3 },
    ])
      assert.deepEqual(tokens.verify(tokens.issue(issued)), issued);
  },

  'holds until it expires, and no longer': async ({ tokens, lifetimeMs, pass }) => {
    const token = tokens.issue(principal);
    pass(lifetimeMs - 1000);
    assert.deepEqual(tokens.verify(token), principal);
    pass(1000);
    assert.isNull(tokens.verify(token));
  },

  'knows no token of another key': async ({ tokens, foreign }) => {
    assert.isNull(tokens.verify(foreign.issue(principal)));
    assert.deepEqual(foreign.verify(foreign.issue(principal)), principal);
  },

  'knows no token that was changed in a single character': async ({ tokens }) => {
    const token = tokens.issue(principal);
    for (let at = 0; at < token.length - 1; at += 1) {
      const changed = token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1);
      assert.isNull(tokens.verify(changed), `changed at ${at}`);
    }
  },

  'answers null for invalid tokens': async ({ tokens }) => {
    for (const text of ['', '.', '..', 'a.b.c', 'Bearer', tokens.issue(principal).slice(0, 40), '\0', 'ü'.repeat(5000)])
      assert.isNull(tokens.verify(text));
  },
};
