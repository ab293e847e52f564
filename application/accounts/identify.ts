import { mayWorkIn, normaliseEmail, type ConfirmationPolicy } from '../../domain/accounts/user.ts';
import type { Actor } from '../../domain/audit/event.ts';
import type { MembershipRepository } from '../ports/memberships.ts';
import type { PasswordResetRepository } from '../ports/password-resets.ts';
import type { OpaqueTokens } from '../ports/opaque-tokens.ts';
import type { UserRepository } from '../ports/users.ts';

interface AccountPorts {
  readonly users: UserRepository;
  readonly memberships: MembershipRepository;
  readonly confirmationPolicy: ConfirmationPolicy;
}

/**
 * Identifies the account of an address and the organisation a log-in would open. An unknown address answers nulls in
 * the same time: the input may be anything, even a password.
 */
export const identifyAccount =
  ({ users, memberships, confirmationPolicy }: AccountPorts) =>
  async (address: string): Promise<Actor> => {
    const email = normaliseEmail(address);
    const [user, all] = await Promise.all([users.find(email), memberships.ofUser(email)]);
    if (!user) return { email: null, org_id: null };
    const places = all.filter(({ org_id }) => mayWorkIn(user, org_id, confirmationPolicy));
    const active = places.find(({ org_id }) => org_id === user.default_org_id) ?? places[0];
    return { email, org_id: active?.org_id ?? null };
  };

/** Identifies the account whose password this reset token would set. The token stays valid. */
export const identifyHolder =
  (ports: AccountPorts & { passwordResets: PasswordResetRepository; opaqueTokens: OpaqueTokens }) =>
  async (token: string): Promise<Actor> => {
    const reset = await ports.passwordResets.find(ports.opaqueTokens.digest(token));
    return reset ? identifyAccount(ports)(reset.email) : { email: null, org_id: null };
  };
