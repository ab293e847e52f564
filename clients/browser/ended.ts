import type { CallEnd, EndedReason, CallWarning, WarningCode } from './events.ts';

const REPORTED: readonly EndedReason[] = [
  ...(['caller_left', 'agent_ended', 'idle', 'no_activity', 'rejected', 'max_duration', 'failed', 'shutdown'] as const),
];

/** Close codes of the socket: docs/browser-socket.md. */
const OF_CODE: ReadonlyMap<number, EndedReason> = new Map<number, EndedReason>([
  // The page may not open the socket, for example without TLS from a page with it.
  [0, 'unreachable'],
  [1001, 'shutdown'],
  [1011, 'failed'],
  [1013, 'busy'],
  [4403, 'refused'],
  [4404, 'agent_missing'],
  [4429, 'busy'],
]);

const ABNORMAL = 1006;

const MESSAGES: Readonly<Record<EndedReason, string>> = {
  caller_left: 'You ended the call.',
  agent_ended: 'The agent ended the call.',
  idle: 'The call ended because of silence.',
  no_activity: 'The call ended because of inactivity.',
  rejected: 'The call was rejected.',
  max_duration: 'The call reached its time limit.',
  failed: 'The call failed. Try again in a moment.',
  shutdown: 'The service restarts. Call again in a moment.',
  connection_lost: 'The connection was lost. Call again.',
  unreachable:
    'The service could not be reached. Check the connection, and that socket_url is wss on a page over https.',
  busy: 'Too many calls at the moment. Try again later.',
  refused:
    'The call was not allowed: allow the origin of this page in web.allowed_origins of the agent, and use a ticket once and within a minute.',
  agent_missing: 'This agent takes no calls: it was removed or is not active.',
  no_ticket:
    'The ticket endpoint did not give a ticket. See the response of ticket-url in the network tab of the browser.',
  no_audio: 'This page cannot play audio: open it over https or at localhost, or connect in text mode.',
  closed: 'The call is over.',
};

const WARNINGS: Readonly<Record<Exclude<WarningCode, 'agent_fault' | 'not_accepted'>, string>> = {
  microphone_denied: 'The microphone is blocked: allow it for this page in the browser and call again, or type.',
  microphone_missing: 'There is no microphone: connect one and call again, or type.',
  microphone_busy: 'Another program uses the microphone: end it and call again, or type.',
  microphone_lost: 'The microphone was disconnected: choose another one, or type.',
  microphone_failed: 'The microphone could not be opened: choose another one, or type.',
  insecure_page:
    'Browsers allow the microphone on secure pages only: open the page over https or at localhost, or type.',
  autoplay_blocked: 'The browser waits for a click or a key before it plays audio.',
};

/** How the socket of a call was closed. */
export interface SocketEnd {
  readonly code: number;
  readonly detail: string;
  /** The reason that the runtime sent or the caller gave. */
  readonly reported: string | null;
  readonly wasLive: boolean;
}

/** Lost, refused for now, restarting. */
const RETRIED: readonly number[] = [1001, 1006, 1012, 1013];
/** No ticket, no call: the attempt before has used them up. */
const USED_UP: readonly number[] = [4403, 4404];

/** Whether a socket that was closed before the agent was ready may be opened again. */
export const mayRetry = ({ code, reported }: SocketEnd): boolean => RETRIED.includes(code) && reported === null;

/** What ended a call that was tried again: a refusal of the ticket that was used says nothing. */
export const causeOf = (before: SocketEnd | null, end: SocketEnd): SocketEnd =>
  before && USED_UP.includes(end.code) ? before : end;

/** The end of a call whose socket was closed. */
export function endedBySocket({ code, detail, reported, wasLive }: SocketEnd, callId: string | null): CallEnd {
  const reason = reasonOf({ code, detail, reported, wasLive });
  const message = detail !== '' && STATED.includes(reason) ? statedBy(detail, wasLive) : MESSAGES[reason];
  return { ...ended(reason), message, detail, code, reported, wasLive, callId };
}

/** Ends that have several causes, of which the runtime names the one, with what to do. */
const STATED: readonly EndedReason[] = ['refused', 'agent_missing', 'busy'];

const statedBy = (detail: string, wasLive: boolean): string =>
  `The call ${wasLive ? 'was ended' : 'could not begin'}: ${detail}${detail.endsWith('.') ? '' : '.'}`;

function reasonOf({ code, reported, wasLive }: SocketEnd): EndedReason {
  const known = REPORTED.find((reason) => reason === reported);
  if (known) return known;
  if (code === ABNORMAL) return wasLive ? 'connection_lost' : 'unreachable';
  return OF_CODE.get(code) ?? 'closed';
}

/** The end of a call for a reason, before anything more is known of it. */
export const ended = (reason: EndedReason, more: Partial<CallEnd> = {}): CallEnd => ({
  reason,
  message: MESSAGES[reason],
  detail: '',
  code: null,
  reported: null,
  wasLive: false,
  callId: null,
  retryAfterSecs: null,
  ...more,
});

/** A warning with its advice. */
export const warningOf = (code: keyof typeof WARNINGS): CallWarning => ({ code, message: WARNINGS[code] });

const OF_ERROR: Readonly<Record<string, keyof typeof WARNINGS>> = {
  NotAllowedError: 'microphone_denied',
  NotFoundError: 'microphone_missing',
  OverconstrainedError: 'microphone_missing',
  NotReadableError: 'microphone_busy',
  AbortError: 'microphone_busy',
  SecurityError: 'insecure_page',
};

/** What keeps the microphone closed, by the name of the browser's error. */
export const microphoneWarning = (name: string): CallWarning =>
  warningOf(Object.hasOwn(OF_ERROR, name) ? (OF_ERROR[name] ?? 'microphone_failed') : 'microphone_failed');

/** A call that did not become live. */
export class VoiceAgentError extends Error {
  readonly ended: CallEnd;

  constructor(how: CallEnd) {
    super(how.message, how.cause === undefined ? {} : { cause: how.cause });
    this.name = 'VoiceAgentError';
    this.ended = how;
  }
}

/** Another call began, or this one was ended, while it was being prepared. */
export const abandoned = (): VoiceAgentError => new VoiceAgentError(ended('caller_left', { reported: 'caller_left' }));
