import { startSession, endSession, session, type Session } from './session.ts';

type Message =
  | { readonly kind: 'asked' }
  | { readonly kind: 'told'; readonly session: Session }
  | { readonly kind: 'left'; readonly email: string };

/** Other tabs answer sooner than this, if there are any. */
const REPLY_TIMEOUT_MS = 250;

const channel = new BroadcastChannel('console.session');
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin alone
const post = (message: Message): void => channel.postMessage(message);

/**
 * Shares the session between tabs without storing it. A new tab takes over the session of another one. Resolves when
 * that is decided. A log-out ends the session in all tabs.
 */
export function shareSession(): Promise<void> {
  return new Promise((resolve) => {
    let isAsking = session.value === null;
    channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
      if (data.kind === 'asked' && session.value !== null) post({ kind: 'told', session: session.value });
      if (data.kind === 'left' && session.value?.email === data.email) endSession();
      if (data.kind === 'told' && isAsking) {
        isAsking = false;
        startSession(data.session.email, data.session);
        resolve();
      }
    });
    if (!isAsking) return resolve();
    post({ kind: 'asked' });
    setTimeout(() => {
      isAsking = false;
      resolve();
    }, REPLY_TIMEOUT_MS);
  });
}

/** Ends the session in every tab of its owner. */
export function endSessionEverywhere(): void {
  if (session.value !== null) post({ kind: 'left', email: session.value.email });
  endSession();
}
