import type { ConversationEvent } from '../voice/conversation-events.ts';
import type { ScenarioTimeline } from './timeline.ts';

/** Puts an event of a conversation on the timeline, in the words of scenarios. `at`: by the clock of the timeline unless given. */
export function recordEvent(timeline: ScenarioTimeline, event: ConversationEvent, at?: number): void {
  switch (event.type) {
    case 'connected':
      return timeline.add('connected', null, at);
    case 'caller_transcript':
      return event.final ? timeline.add('caller_said', event.text, at) : undefined;
    case 'turn_ended':
      return timeline.add('turn', event.text, at);
    case 'agent_speech_started':
      return timeline.add('agent_starts', event.kind, at);
    case 'agent_speech_text':
      return timeline.add('agent_says', event.text, at);
    case 'agent_speech_ended':
      return timeline.add(event.interrupted ? 'agent_interrupted' : 'agent_stops', event.played_text, at);
    case 'caller_muted':
      return timeline.add('muted', event.on ? 'on' : 'off', at);
    case 'sources_cited':
      return timeline.add('cited', formatSources(event.sources), at);
    case 'agent_stage_entered':
      return timeline.add('stage', event.stage, at);
    case 'field_changed':
      return event.collected ? timeline.add('field', event.name, at) : undefined;
    case 'agent_changed':
      return timeline.add('agent', event.agent.name, at);
    case 'stage_failed':
      return timeline.add('failed', event.message, at);
    case 'ended':
      return timeline.add('ended', event.reason, at);
    default:
      return undefined;
  }
}

/** Places that an answer may be from, one per line. */
export const formatSources = (sources: readonly { source_filename: string; page: number | null }[]): string =>
  sources.map(({ source_filename, page }) => `${source_filename}, ${page}`).join('\n');
