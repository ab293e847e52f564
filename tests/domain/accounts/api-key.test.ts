import { assert } from 'chai';
import fc from 'fast-check';
import { apiKeyPrincipal, hasExpired, isUseStale, parseApiKey, type ApiKey } from '../../../domain/accounts/api-key.ts';
import { isScope, may, permit, ROLES, SCOPES, type Action, type Scope } from '../../../domain/accounts/principal.ts';
import { isUsableAddress } from '../../../domain/accounts/user.ts';

const NOW = new Date('2026-03-02T09:00:00.000Z');
const ADMIN = { email: 'ada@example.com', org_id: 'org', role: 'admin' } as const;

const stored = (more: Partial<ApiKey> = {}): ApiKey => ({
  key_id: 'k1',
  org_id: 'org',
  name: 'CRM',
  digest: 'digest',
  hint: 'abcd',
  scopes: ['agents.read'],
  created_by: 'ada@example.com',
  created_at: NOW.toISOString(),
  expires_at: null,
  last_used_at: null,
  ...more,
});

const scopes = fc.subarray([...SCOPES], { minLength: 1 });

describe('API key', () => {
  it('may do what its scopes say and nothing else, whatever the roles allow', () => {
    fc.assert(
      fc.property(scopes, (given) => {
        const principal = apiKeyPrincipal(stored({ scopes: given }));
        const isGiven = (scope: Scope): boolean =>
          given.includes(scope) || (scope === 'calls.web' && given.includes('calls.write'));
        for (const scope of SCOPES) assert.equal(may(principal, scope), isGiven(scope), scope);
      }),
    );
  });

  it('can have no scope on accounts, memberships, keys, whole organisations or secrets in clear', () => {
    for (const action of ['account.read', 'api_keys.write', 'sessions.renew', 'members.invite', 'organisation.delete'])
      assert.isFalse(isScope(action), action);
    for (const action of ['credentials.reveal', 'members.promote', 'members.remove', 'constructor', ''])
      assert.isFalse(isScope(action), action);
    const principal = apiKeyPrincipal(stored({ scopes: ['account.read' as Scope] }));
    assert.throws(() => permit(apiKeyPrincipal(stored()), 'api_keys.write'), 'An API key may not do this');
    assert.throws(() => permit(apiKeyPrincipal(stored()), 'calls.dial'), 'The API key lacks the scope calls.dial');
    assert.equal(principal.role, 'member');
  });

  it('gets at most what the user who creates it may do', () => {
    fc.assert(
      fc.property(scopes, fc.constantFrom(...ROLES), (names, role) => {
        const creator = { ...ADMIN, role };
        const exceeding = names.filter((name: Action) => !may(creator, name));
        if (exceeding.length === 0)
          assert.sameMembers([...parseApiKey({ name: 'CRM', scopes: names }, creator, NOW).scopes], names);
        else assert.throws(() => parseApiKey({ name: 'CRM', scopes: names }, creator, NOW), exceeding[0]);
      }),
    );
  });

  it('has each scope once, however often it is asked for', () => {
    const parsed = parseApiKey({ name: ' CRM ', scopes: ['calls.list', 'agents.read', 'calls.list'] }, ADMIN, NOW);
    assert.deepEqual(parsed, { name: 'CRM', scopes: ['agents.read', 'calls.list'], expires_at: null });
  });

  const wrong = [
    ['an empty name', { name: ' ' }, 'name must be one line of 1 to 100 characters'],
    ['a name of 101 characters', { name: 'x'.repeat(101) }, 'name must be one line of 1 to 100 characters'],
    ['a name of two lines', { name: 'a\nb' }, 'name must be one line of 1 to 100 characters'],
    ['no scope', { scopes: [] }, 'scopes must have at least one scope'],
    ['an unknown scope', { scopes: ['agents.read', 'agents.paint'] }, 'scopes[1] must be one of agents.list, '],
    ['the end of its validity now', { expires_at: NOW.toISOString() }, 'expires_at must be in the future'],
    ['no date as the end of its validity', { expires_at: 'soon' }, 'expires_at must be a date and time'],
  ] as const;
  for (const [what, changes, message] of wrong)
    it(`is refused with ${what}`, () => {
      const request = { name: 'CRM', scopes: ['agents.read'], ...changes };
      assert.throws(() => parseApiKey(request, ADMIN, NOW), message);
    });

  it('expires at its time, in whichever time zone that was given', () => {
    const { expires_at } = parseApiKey(
      { name: 'CRM', scopes: ['agents.read'], expires_at: '2026-03-02T11:00:00.000+01:00' },
      ADMIN,
      NOW,
    );
    assert.equal(expires_at, '2026-03-02T10:00:00.000Z');
    const at = (iso: string) => hasExpired(stored({ expires_at }), new Date(iso));
    assert.deepEqual([at('2026-03-02T09:59:59.999Z'), at('2026-03-02T10:00:00.000Z')], [false, true]);
    assert.isFalse(hasExpired(stored(), new Date('2099-01-01T00:00:00.000Z')));
  });

  it('has the time of its last use stored once a minute', () => {
    const used = stored({ last_used_at: NOW.toISOString() });
    const after = (ms: number) => isUseStale(used, new Date(NOW.getTime() + ms));
    assert.deepEqual([isUseStale(stored(), NOW), after(0), after(59_999), after(60_000)], [true, false, false, true]);
  });

  it('acts under an address that no account can have', () => {
    assert.isFalse(isUsableAddress(apiKeyPrincipal(stored()).email));
  });
});
