import type { AuditUseCases } from '../../../application/audit/index.ts';
import { ok, type Handlers } from '../handler.ts';
import { pageOf } from '../page.ts';

export const auditHandlers = (audit: AuditUseCases) =>
  ({
    listAuditEvents: async ({ principal, query }) => {
      const filter = { action: query('action'), actor: query('actor'), from: query('from'), to: query('to') };
      return ok(await audit.list(principal, filter, pageOf(query)));
    },
  }) satisfies Partial<Handlers>;
