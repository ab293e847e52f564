import type { Role } from '../../domain/accounts/principal.ts';
import type { Signer, World } from './world.ts';

/** A new user, invited to an organisation and logged in there. */
export async function invited(world: World, host: Signer, name: string): Promise<Signer> {
  const account = { email: `${name}@example.com`, password: `password of ${name}` };
  await world.ask('POST', '/api/v1/members/invite', { token: host.token, body: account });
  const { body } = await world.ask('POST', '/api/v1/users/login', { body: account });
  const { access_token: token, org_id } = body as { access_token: string; org_id: string };
  return { ...account, org_id, token };
}

/** One member of an organisation for each role. A second super_admin can be created only in the store. */
export async function staff(world: World, host: Signer): Promise<Readonly<Record<Role, Signer>>> {
  const member = await invited(world, host, 'mem');
  const admin = await invited(world, host, 'adam');
  await world.ports.memberships.changeRole(host.org_id, admin.email, ['member'], 'admin');
  return { member, admin, super_admin: host };
}
