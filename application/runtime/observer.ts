import type { CallMetricsBody } from '../../domain/calls/call-metrics.ts';
import { measure, metricsBody, newMeasurements, type Measurements } from '../../domain/voice/measurements.ts';
import type { ConversationEvent } from '../../domain/voice/observations.ts';
import { transcriptHead, transcriptLine } from '../../domain/voice/transcript.ts';
import type { SpoolEntry } from '../ports/call-spool.ts';
import type { MediaChannel } from '../ports/media-channel.ts';

/** Sees everything that happens in one conversation: measures it, writes the transcript, and tells the peer. */
export class Observer {
  readonly #channel: Pick<MediaChannel, 'tell'>;
  readonly #entry: Pick<SpoolEntry, 'text'>;
  #measurements: Measurements;

  constructor(callId: string, startedAt: number, channel: Pick<MediaChannel, 'tell'>, entry: Pick<SpoolEntry, 'text'>) {
    this.#channel = channel;
    this.#entry = entry;
    this.#measurements = newMeasurements(startedAt);
    entry.text(transcriptHead(callId));
  }

  see(event: ConversationEvent): void {
    const repliesBefore = this.#measurements.latencies.userToBot.length;
    this.#measurements = measure(this.#measurements, event);
    const line = transcriptLine(event);
    if (line !== '') this.#entry.text(line);
    this.#channel.tell(event);
    const [latest] = this.#measurements.latencies.userToBot.slice(repliesBefore);
    if (latest !== undefined) this.#channel.tell({ type: 'latency', at: event.at, user_to_bot_secs: latest });
  }

  /** The metrics of everything seen so far. */
  metrics(): CallMetricsBody {
    return metricsBody(this.#measurements);
  }
}
