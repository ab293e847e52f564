import { VoiceAgentElement } from './voice-agent-element.ts';

export type { PageTool, Ticket, TicketRequest, TicketSource, VoiceAgentEvents } from '../browser/index.ts';
export { VoiceAgentElement } from './voice-agent-element.ts';

const NAME = 'voice-agent';

// A page may have the script twice.
if (!customElements.get(NAME)) customElements.define(NAME, VoiceAgentElement);
