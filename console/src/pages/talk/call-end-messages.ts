import { ApiError } from '../../../../clients/typescript/index.ts';
import { strings } from './strings.ts';

/** How a call ended: the reason that was given, if one was, and how the socket was closed. */
export interface CallEnd {
  readonly endReason: string | null;
  readonly code: number;
  readonly reason: string;
  /** Whether the agent had been listening. */
  readonly wasReady: boolean;
}

/** Why a call is over: by the last fault that the agent reported if it failed, else by its end. */
export const callEndMessageAfter = (fault: string | null, end: CallEnd): string =>
  end.endReason === 'failed' && fault !== null ? strings.failedBy(fault) : callEndMessage(end);

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
const closeMessage = (code: number, reason: string): string | undefined =>
  code === FORBIDDEN && reason !== '' ? closed.refused(reason) : CLOSED.get(code);

/** Why a call is over: by the reason the agent gave, else by how the socket was closed. */
export function callEndMessage({ endReason, code, reason, wasReady }: CallEnd): string {
  if (code === 1000 && endReason === null && reason.startsWith('The call failed')) return `${reason}.`;
  const text = known(reasons, endReason) ?? closeMessage(code, reason);
  if (text !== undefined) return text;
  if (code === NO_CLOSING_FRAME) return wasReady ? closed.lost : closed.away;
  return closed.otherwise(reason === '' ? String(code) : `${code}: ${reason}`);
}

/** Why there is no microphone, by the name of the browser's error. */
export const microphoneMessage = (name: string): string => known(microphoneTrouble, name) ?? microphoneTrouble.other;

/** Why a call could not even be registered. */
export function refusalMessage(error: unknown): string {
  if (!(error instanceof ApiError)) return strings.notStarted(error instanceof Error ? error.message : String(error));
  if (error.status === 429) return closed.tooMany;
  return error.status === 404 || error.status === 422 ? closed.gone : error.message;
}
