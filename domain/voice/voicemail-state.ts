import type { SoundChange } from '../audio/beep-detector.ts';

/** Whether a mailbox has the agent's message: all of it, the first part of it, or nothing. */
export type VoicemailMessage = (typeof VOICEMAIL_MESSAGES)[number];
export const VOICEMAIL_MESSAGES = ['left', 'partial', 'not_left'] as const;

/** What is known of the mailbox that may have answered. */
export interface MailboxState {
  /** The last change of the line's sound. Null before. */
  readonly line: SoundChange | null;
  /** Whether the carrier reported a machine before the conversation started. */
  readonly isReported: boolean;
  /** Whether the agent waits for the end of the greeting. */
  readonly waits: boolean;
  /** Why the message began when it did. Null before. */
  readonly startedBy: 'beep' | 'silence' | 'carrier' | null;
  /** The speech of the message. */
  readonly speech: number | null;
  /** Null: no message is to be left. */
  readonly message: VoicemailMessage | null;
}

export const NO_MAILBOX: MailboxState = {
  line: null,
  isReported: false,
  waits: false,
  startedBy: null,
  speech: null,
  message: null,
};

/** What a mailbox has of a message whose speech has ended. */
export const messageAfter = (isWhole: boolean, playedText: string): VoicemailMessage =>
  isWhole ? 'left' : playedText.trim() === '' ? 'not_left' : 'partial';
