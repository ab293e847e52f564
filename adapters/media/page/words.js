import { ApiError } from './session.js';

/** What the agent does, as the call shows it. */
export const STATUS = {
  connecting: 'Connecting…',
  listening: 'Listening',
  hearing: 'Hearing you',
  thinking: 'Thinking',
  speaking: 'Speaking',
  ended: 'Call ended',
};

/** Where an answer may come from, as it is shown. @param {unknown} sources @returns {string[]} */
export const sourceWords = (sources) =>
  (Array.isArray(sources) ? sources : []).map(({ source_filename: name, page }) =>
    typeof page === 'number' ? `${name}, page ${page}` : String(name),
  );

/** @type {Record<string, string>} */
const MICROPHONE = {
  NotAllowedError:
    'The microphone is blocked. Allow it for this page in the browser, then call again, or type instead.',
  NotFoundError: 'No microphone was found. Connect one and call again, or type instead.',
  NotReadableError: 'The microphone is in use by another program. You can type instead.',
  SecurityError:
    'Browsers give the microphone to secure pages only: open this page by https or at 127.0.0.1. You can type instead.',
};

export const MICROPHONE_LOST = 'The microphone was disconnected. You can still type.';

/** @type {Record<string, string>} */
const ENDED = {
  caller_left: 'You hung up.',
  agent_ended: 'The agent said goodbye.',
  idle: 'The agent ended the call because nothing was said.',
  no_activity: 'The call ended because nothing happened for a long time.',
  failed: 'The call failed: the agent could not go on.',
  shutdown: 'The runtime is being restarted. Please call again in a moment.',
};

const REMOVED = 'This agent cannot be called any more: it was removed, or it is not active.';
const TOO_MANY = 'Too many calls are going on in your organisation. Please try again when one has ended.';

/** @type {Record<number, string>} */
const CLOSED = {
  1000: 'The call is over.',
  1001: 'The runtime is being restarted. Please call again in a moment.',
  1011: 'Something went wrong in the runtime. Its log knows more.',
  1013: 'The runtime cannot take the call right now. Please try again in a moment.',
  4403: 'The runtime does not take calls from this address. Open the page at the address of the runtime itself.',
  4404: REMOVED,
  4408: 'The call was not started in time. Please try again.',
  4429: TOO_MANY,
};

/**
 * Why there is no microphone.
 * @param {unknown} error
 */
export function microphoneWords(error) {
  const name = error instanceof DOMException ? error.name : '';
  return MICROPHONE[name] ?? 'The microphone could not be opened. You can type instead.';
}

/**
 * Why a call is over: by the reason the agent gave, else by how the socket was closed.
 * @param {{ ended: string | null, code: number, reason: string, wasReady: boolean }} how
 */
export function endWords({ ended, code, reason, wasReady }) {
  const known = (ended === null ? undefined : ENDED[ended]) ?? CLOSED[code];
  if (code === 1000 && ended === null && reason.startsWith('The call failed')) return `${reason}.`;
  if (known) return known;
  if (code !== 1006) return `The runtime closed the call (${code}${reason && `: ${reason}`}).`;
  return wasReady ? 'The connection to the runtime was lost.' : 'The runtime cannot be reached. Is it running?';
}

/**
 * Why a call could not even be registered.
 * @param {unknown} error
 */
export function refusalWords(error) {
  if (!(error instanceof ApiError)) return `The call could not be started: ${String(error)}`;
  if (error.status === 429) return TOO_MANY;
  return error.status === 404 || error.status === 422 ? REMOVED : error.message;
}

/** @param {number} secs */
export const secondsWords = (secs) => `${secs.toFixed(2)} s`;

/**
 * A duration as a clock shows it.
 * @param {number} secs
 */
export const clockWords = (secs) => `${Math.floor(secs / 60)}:${String(Math.floor(secs % 60)).padStart(2, '0')}`;
