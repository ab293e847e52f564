/** A mail to one address, as text and HTML. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** For sending mail. Failures are `DomainError`s. */
export interface Mailer {
  /**
   * Resolves when the mail server has accepted the mail. It goes to this address only, whatever characters it contains.
   */
  send(mail: Mail): Promise<void>;
  /** Does everything but send, so that from outside the two are hard to distinguish. */
  rehearse(): Promise<void>;
}
