export { audioDevices, type AudioDevice } from './devices.ts';
export { VoiceAgentError } from './ended.ts';
export type {
  Activity,
  CallState,
  Caption,
  CallEnd,
  EndedReason,
  VoiceAgentEvents,
  CallWarning,
  WarningCode,
} from './events.ts';
export type { RtviMessage } from './frames.ts';
export type { PageTool } from './page-tools.ts';
export type { Ticket, TicketRequest, TicketSource } from './ticket.ts';
export { VoiceAgent } from './voice-agent.ts';
export type { TextOptions, VoiceAgentOptions } from './voice-agent-options.ts';
