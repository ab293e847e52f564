import type { CallPatch } from '../../domain/calls/call-log.ts';
import type { MediaChannel } from '../ports/media-channel.ts';

/**
 * Reports that the API has to have before a telephone call ends: that a mailbox answered, or that the call failed. To the
 * carrier a call whose media ended was answered, and the first report stays.
 */
export class EndReports {
  readonly #report: (news: CallPatch) => Promise<unknown>;
  readonly #channel: Pick<MediaChannel, 'close'>;
  readonly #isTelephone: boolean;
  #isMailbox = false;
  #sent: Promise<unknown> | null = null;

  /** `report` never rejects and takes bounded time. */
  constructor(
    report: (news: CallPatch) => Promise<unknown>,
    channel: Pick<MediaChannel, 'close'>,
    { isTelephone }: { readonly isTelephone: boolean },
  ) {
    this.#report = report;
    this.#channel = channel;
    this.#isTelephone = isTelephone;
  }

  /** A mailbox answered instead of the callee. */
  mailboxAnswered(): void {
    if (this.#isMailbox) return;
    this.#isMailbox = true;
    this.send({ call_response: 'voicemail' });
  }

  send(news: CallPatch): void {
    this.#sent = Promise.all([this.#sent, this.#report(news)]);
  }

  /** Reports a failure. What kept a conversation from being held to its end, `fault`, closes the channel. */
  ended(end: CallPatch, fault: string | null): void {
    if (end.status === 'failed') this.send(end);
    if (fault !== null) this.close(`The call failed: ${fault}`);
  }

  /** Resolves when all reports so far are over. */
  async sent(): Promise<void> {
    await this.#sent;
  }

  /** Closes the channel of the call: that of a telephone call after its reports. */
  close(reason: string): void {
    if (this.#sent && this.#isTelephone) void this.#sent.then(() => this.#channel.close(reason));
    else this.#channel.close(reason);
  }
}

/** What a conversation closes at its end: the channel, after the reports if there may be any. */
export const lineOf = ({
  channel,
  endReports,
}: {
  readonly channel: Pick<MediaChannel, 'close'>;
  readonly endReports?: EndReports;
}): Pick<MediaChannel, 'close'> => endReports ?? channel;
