import type { AuditUseCases } from '../../../application/audit/index.ts';
import type { AuditAction } from '../../../domain/audit/event.ts';
import { ok, type Handlers } from '../handler.ts';
import { pageOf } from '../page.ts';

export const auditHandlers = (audit: AuditUseCases) =>
  ({
    listAuditEvents: async ({ principal, query }) => {
      // The contract knows the actions.
      const action = query('action') as AuditAction | undefined;
      const filter = { action, actor: query('actor'), from: query('from'), to: query('to') };
      return ok(await audit.list(principal, filter, pageOf(query)));
    },
  }) satisfies Handlers;
