import { permit, type Caller } from '../../domain/accounts/caller.ts';
import { requireCurrentSession } from '../../domain/accounts/user.ts';
import { rejected } from '../../domain/errors.ts';
import { sessionIn, type Session, type SessionPorts } from './open-session.ts';
import { organisationsOf } from './organisations-of.ts';

/**
 * A session in another of the caller's organisations, which is the default one from now on. It is no login: it ends with
 * the session that it continues, also when that is ended at this moment.
 */
export const switchOrganisation =
  (ports: SessionPorts) =>
  async (caller: Caller, { org_id }: { org_id: string }): Promise<Session> => {
    permit(caller, 'sessions.renew');
    const { email } = caller;
    const user = requireCurrentSession(caller, await ports.users.find(email));
    const organisations = await organisationsOf(ports)(user);
    const wanted = organisations.find((each) => each.org_id === org_id);
    if (!wanted) throw rejected('You are not a member of this organisation');
    await ports.users.update(email, { default_org_id: org_id });
    return {
      ...sessionIn(ports)(user, wanted, organisations),
      message: 'Organisation switched',
      is_first_login: false,
    };
  };
