import type { PageTool } from './page-tools.ts';
import type { TicketSource } from './ticket.ts';

/** Where an agent is reached, and how. */
export interface VoiceAgentOptions {
  /** Where tickets come from: the address of a ticket endpoint, or a function. */
  readonly ticket: TicketSource;
  /** Id of the agent, which a ticket endpoint is sent. */
  readonly agent?: string;
  /** Proposed values for the agent's placeholders, which a ticket endpoint is sent. */
  readonly variables?: Readonly<Record<string, string>>;
  /** `text`: without microphone and loudspeaker. Default: `voice`. */
  readonly mode?: 'voice' | 'text';
  /** Tools that run in the page, by name. */
  readonly tools?: Readonly<Record<string, PageTool>>;
  /** Address of `worklet.js` of this package, for pages whose policy does not allow `blob:` scripts. */
  readonly workletUrl?: string | URL;
  readonly microphoneId?: string;
  readonly speakerId?: string;
}

/** How a typed text is treated. */
export interface TextOptions {
  /** Whether the answer is spoken. Default: in `voice` mode. */
  readonly hasVoice?: boolean;
  /** Whether it interrupts the agent. Otherwise it joins the caller's next turn. Default: yes. */
  readonly interrupts?: boolean;
}
