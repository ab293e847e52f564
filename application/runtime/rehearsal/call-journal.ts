import { toolCallsIn, type ToolJournalEntry } from '../../../domain/calls/tool-call-record.ts';
import type { CallRecord, TranscriptEntry } from '../../../domain/rehearsal/call-record.ts';
import type { Suite } from '../../../domain/rehearsal/suite.ts';
import { recordEvent } from '../../../domain/rehearsal/timeline-events.ts';
import type { ScenarioTimeline } from '../../../domain/rehearsal/timeline.ts';
import type { ConversationEvent } from '../../../domain/voice/conversation-events.ts';

type JournalFields = 'startedAt' | 'events' | 'transcript' | 'calls' | 'turns' | 'inputs' | 'fault';

/** What is kept of a conversation while it lasts. */
export class CallJournal {
  readonly journal: ToolJournalEntry[] = [];
  readonly #timeline: ScenarioTimeline;
  readonly #startedAt: number;
  readonly #transcript: TranscriptEntry[] = [];
  /** When the caller was silent last. */
  #silentAt = 0;
  /** Models fail because the suite says so: that is not a fault of their vendors. */
  readonly #isOutage: boolean;
  #inputs = '';
  #fault: string | null = null;

  constructor(timeline: ScenarioTimeline, startedAt: number, { vendors }: Suite) {
    this.#timeline = timeline;
    this.#startedAt = startedAt;
    this.#isOutage = vendors?.model?.ends !== undefined;
  }

  /** What the runtime writes of a call. */
  readonly entry = {
    appendInputs: (text: string): void => void (this.#inputs += text),
    appendToolCall: async (entry: ToolJournalEntry): Promise<void> => void this.journal.push(entry),
    ...{ appendTranscript: ignore, appendAnswer: ignore, writeMetrics: ignore },
    ...{ appendAudio: ignore, skipAudio: ignore, muteCaller: ignore, finish: async () => undefined },
  };

  readonly sendEvent = (event: ConversationEvent): void => {
    recordEvent(this.#timeline, event, event.at - this.#startedAt);
    if (event.type === 'stage_failed' && event.stage === 'llm') this.#fault ??= event.message;
    if (event.type === 'caller_speech_ended') this.#silentAt = event.silence_at;
    if (event.type === 'turn_ended') this.#add('caller', event.text, [event.started_at, this.#silentAt]);
    if (event.type === 'digits_collected')
      this.#add('caller', `[keypad] ${event.keys ?? '(hidden)'}`, [event.at, event.at]);
    if (event.type === 'agent_speech_ended' && event.played_text !== '')
      this.#add('agent', event.played_text, [event.started_at, event.at], event.interrupted);
  };

  #add(speaker: TranscriptEntry['speaker'], words: string, [from, to]: readonly [number, number], isCut = false): void {
    const atMs = from - this.#startedAt;
    this.#transcript.push({
      ...{ speaker, words, atMs, endMs: Math.max(atMs, to - this.#startedAt) },
      ...(isCut && { isInterrupted: true as const }),
    });
  }

  record({ digestOf }: { readonly digestOf: (text: string) => string }): Pick<CallRecord, JournalFields> {
    return {
      startedAt: this.#startedAt,
      events: this.#timeline.events,
      transcript: this.#transcript.toSorted((one, other) => one.atMs - other.atMs),
      calls: toolCallsIn(this.journal),
      fault: this.#isOutage ? null : this.#fault,
      turns: this.#timeline.events.filter(({ name }) => name === 'turn').length,
      inputs: { text: this.#inputs, digest: digestOf(this.#inputs) },
    };
  }
}

function ignore(): void {
  // Not a part of what is reported.
}
