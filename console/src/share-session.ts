import { startSession, endSession, session, type Session } from './session.ts';

type Message =
  | { readonly kind: 'asked' }
  | { readonly kind: 'told'; readonly session: Session }
  | { readonly kind: 'left'; readonly email: string };

/** How long the log-in waits for other tabs. They answer sooner, if there are any and the machine is not busy. */
const REPLY_TIMEOUT_MS = 250;
/** How long an answer that comes later still counts, in ms. A log-in in this tab makes it void. */
const LATE_REPLY_MS = 10_000;

const channel = new BroadcastChannel('console.session');
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin alone
const post = (message: Message): void => channel.postMessage(message);

/**
 * Shares the session between tabs without storing it. A new tab takes over the session of another one. Resolves when
 * it has, or when the log-in should wait no longer. A log-out ends the session in all tabs.
 */
export function shareSession(): Promise<void> {
  return new Promise((resolve) => {
    let isAsking = session.value === null;
    channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
      if (data.kind === 'asked' && session.value !== null) post({ kind: 'told', session: session.value });
      if (data.kind === 'left' && session.value?.email === data.email) endSession();
      // An answer that was sent before a log-out must not restart the session.
      if (data.kind === 'left') isAsking = false;
      if (data.kind === 'told' && isAsking) {
        isAsking = false;
        startSession(data.session.email, data.session);
        resolve();
      }
    });
    if (!isAsking) return resolve();
    post({ kind: 'asked' });
    const stop = session.subscribe((started) => {
      if (started !== null) isAsking = false;
    });
    setTimeout(resolve, REPLY_TIMEOUT_MS);
    setTimeout(() => {
      isAsking = false;
      stop();
    }, LATE_REPLY_MS);
  });
}

/** Ends the session in every tab of its owner. */
export function endSessionEverywhere(): void {
  if (session.value !== null) post({ kind: 'left', email: session.value.email });
  endSession();
}
