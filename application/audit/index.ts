import { area } from '../area.ts';
import { expireAuditEvents, listAuditEvents } from './events.ts';
import { runAudited } from './run-audited.ts';

/** Everything the outside may ask about the audit trail of what people did. */
export const auditUseCases = area({ runAudited, list: listAuditEvents, expire: expireAuditEvents });
export type AuditUseCases = ReturnType<typeof auditUseCases>;
