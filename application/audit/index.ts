import { area } from '../area.ts';
import { expireAuditEvents, listAuditEvents } from './events.ts';
import { watchDeed } from './watch-deed.ts';

/** Everything the outside may ask about the audit trail of what people did. */
export const auditUseCases = area({ watch: watchDeed, list: listAuditEvents, expire: expireAuditEvents });
export type AuditUseCases = ReturnType<typeof auditUseCases>;
