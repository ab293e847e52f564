import { allow, permit, type Principal } from '../../domain/accounts/principal.ts';
import { requireCurrentSession, normaliseEmail, userView, type UserView } from '../../domain/accounts/user.ts';
import { forbidden, unauthenticated } from '../../domain/errors.ts';
import type { UserRepository } from '../ports/users.ts';
import { organisationsOf, type OrganisationsOfPorts } from './organisations.ts';

type AccountPorts = OrganisationsOfPorts & { readonly users: UserRepository };

/** Reads the principal's own account in its active organisation. */
export const readAccount =
  (ports: AccountPorts) =>
  async (principal: Principal): Promise<UserView> => {
    const { email, org_id } = allow(principal, 'account.read');
    const user = requireCurrentSession(principal, await ports.users.find(email));
    const organisations = await organisationsOf(ports)(user);
    const active = organisations.find((each) => each.org_id === org_id);
    if (!active) throw unauthenticated('Membership no longer exists');
    return userView(user, active, organisations);
  };

/** Reads the account of an address. Only the principal's own address is allowed. */
export const readUser =
  (ports: AccountPorts) =>
  async (principal: Principal, address: string): Promise<UserView> => {
    permit(principal, 'account.read');
    if (normaliseEmail(address) !== principal.email) throw forbidden("Not authorized to access this user's data");
    return readAccount(ports)(principal);
  };
