/** For admitting exactly one media socket to a call, once, within a minute. */
export interface Tickets {
  /** A ticket that can be part of a URL path. */
  issue(ticket: MediaTicket): string;
  /** The ticket's content, or null when it is forged, expired or redeemed here before. */
  redeem(text: string): MediaTicket | null;
}

export interface MediaTicket {
  /** The telephony provider whose socket it is for, or `browser`. */
  readonly provider: string;
  readonly org_id: string;
  readonly agent_id: string;
  readonly call_id: string;
}
