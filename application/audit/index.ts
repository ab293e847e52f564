import { area } from '../area.ts';
import { expireAuditEvents, listAuditEvents } from './audit-trail.ts';
import { runAudited } from './run-audited.ts';

/** Use cases of the audit area. */
export const auditUseCases = area({ runAudited, list: listAuditEvents, expire: expireAuditEvents });
export type AuditUseCases = ReturnType<typeof auditUseCases>;
