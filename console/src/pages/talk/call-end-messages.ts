import type { CallEnd, WarningCode } from '../../../../clients/browser/index.ts';
import { ApiError } from '../../../../clients/typescript/index.ts';
import { strings } from './strings.ts';

/** How a call ended, as far as its message depends on it. */
export type KnownEnd = Pick<CallEnd, 'reported' | 'code' | 'detail' | 'wasLive' | 'cause'>;

/** Why a call is over: by the last fault that the agent reported if it failed, else by its end. */
export const callEndMessageAfter = (fault: string | null, end: KnownEnd): string =>
  end.reported === 'failed' && fault !== null ? strings.failedBy(fault) : callEndMessage(end);

const { closed, ended: reasons, microphoneTrouble } = strings;
const NO_CLOSING_FRAME = 1006;
const FORBIDDEN = 4403;

const CLOSED: ReadonlyMap<number, string> = new Map<number, string>([
  [1000, closed.done],
  [1001, closed.restarting],
  [1011, closed.broken],
  [1013, closed.busy],
  [FORBIDDEN, closed.forbidden],
  [4404, closed.gone],
  [4408, closed.late],
  [4429, closed.tooMany],
]);

const known = (table: Readonly<Record<string, string>>, key: string | null): string | undefined =>
  key !== null && Object.hasOwn(table, key) ? table[key] : undefined;

/** Why the socket was closed, by its code. What the runtime forbids, it gives the setting for that has to change. */
const closeMessage = (code: number, detail: string): string | undefined =>
  code === FORBIDDEN && detail !== '' ? closed.refused(detail) : CLOSED.get(code);

/** Why a call is over: by the reason the agent gave, else by how the socket was closed, else by what kept it from beginning. */
export function callEndMessage({ reported, code, detail, wasLive, cause }: KnownEnd): string {
  if (code === 1000 && reported === null && detail.startsWith('The call failed')) return `${detail}.`;
  const text = known(reasons, reported) ?? (code === null ? refusalMessage(cause) : closeMessage(code, detail));
  if (text !== undefined) return text;
  if (code === NO_CLOSING_FRAME) return wasLive ? closed.lost : closed.away;
  return closed.otherwise(detail === '' ? String(code) : `${code}: ${detail}`);
}

/** What is wrong with the microphone. Null for other warnings. */
export const microphoneMessage = (code: WarningCode): string | null => known(microphoneTrouble, code) ?? null;

/** Why a call could not even be registered. Without a cause the page cannot play. */
function refusalMessage(cause: unknown): string {
  if (!(cause instanceof Error)) return strings.notStarted(strings.noSound);
  if (!(cause instanceof ApiError)) return strings.notStarted(cause.message);
  if (cause.status === 429) return closed.tooMany;
  return cause.status === 404 || cause.status === 422 ? closed.gone : cause.message;
}
