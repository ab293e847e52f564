import type { AuditUseCases } from '../../../application/audit/index.ts';
import type { Caller } from '../../../domain/accounts/caller.ts';
import type { AuditAction } from '../../../domain/audit/event.ts';
import { ok, type Handlers } from '../handler.ts';
import { pageOf } from '../page.ts';

/** `confirm` answers the caller as it stands now: whoever is super_admin no more reads no more of the trail. */
export const auditHandlers = (audit: AuditUseCases, confirm: (caller: Caller) => Promise<Caller>) =>
  ({
    listAuditEvents: async ({ caller, query }) => {
      // The contract knows the actions.
      const action = query('action') as AuditAction | undefined;
      const question = { action, actor: query('actor'), from: query('from'), to: query('to') };
      return ok(await audit.list(await confirm(caller), question, pageOf(query)));
    },
  }) satisfies Handlers;
