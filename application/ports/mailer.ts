/** One mail to one address, in both forms that readers of mail prefer. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** For sending mail. What cannot be sent is a `DomainError`. */
export interface Mailer {
  /** Resolves once somebody else has taken the mail on. It goes to this address only, whatever characters that holds. */
  send(mail: Mail): Promise<void>;
  /** Does all of a sending but the sending, so that from outside the two are hard to tell apart. */
  rehearse(): Promise<void>;
}
