/** For letting exactly one media socket in: for one call, once, within a minute. */
export interface Tickets {
  /** A ticket that fits into the path of a URL. */
  issue(ticket: MediaTicket): string;
  /** What the ticket is for, or null when it is forged, too old, or was redeemed here before. */
  redeem(text: string): MediaTicket | null;
}

export interface MediaTicket {
  /** The telephony provider whose socket it is for, or `browser`. */
  readonly provider: string;
  readonly org_id: string;
  readonly agent_id: string;
  readonly call_id: string;
}
