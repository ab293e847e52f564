import type { MediaChannel } from '../ports/media-channel.ts';

/**
 * The report that a mailbox answered a call. To the carrier a call whose media ended was answered, and the first disposition
 * stays: the call ends after the report.
 */
export class MailboxReport {
  readonly #report: () => Promise<unknown>;
  #reported: Promise<unknown> | null = null;

  /** `report` never rejects and takes bounded time. */
  constructor(report: () => Promise<unknown>) {
    this.#report = report;
  }

  answered(): void {
    this.#reported ??= this.#report();
  }

  /** Resolves when the report is over. Null: no mailbox has answered. */
  get reported(): Promise<unknown> | null {
    return this.#reported;
  }
}

/** Closes the channel of a call, after its report. */
export function closeChannel(
  { channel, mailbox }: { readonly channel: Pick<MediaChannel, 'close'>; readonly mailbox?: MailboxReport },
  reason: string,
): void {
  const reported = mailbox?.reported ?? null;
  if (reported) void reported.then(() => channel.close(reason));
  else channel.close(reason);
}
