import type { CallMetricsBody } from '../../domain/calls/call-metrics.ts';
import { measure, metricsBody, newMeasurements, type Measurements } from '../../domain/voice/measurements.ts';
import type { ConversationEvent } from '../../domain/voice/observations.ts';
import { transcriptHead, transcriptLine } from '../../domain/voice/transcript.ts';
import type { MonitoredCall } from '../ports/call-monitor.ts';
import type { SpoolEntry } from '../ports/call-spool.ts';
import type { MediaChannel } from '../ports/media-channel.ts';

interface ObserverParts {
  readonly callId: string;
  readonly channel: Pick<MediaChannel, 'tell'>;
  readonly entry: Pick<SpoolEntry, 'text'>;
  readonly monitor: Pick<MonitoredCall, 'see'>;
}

/** Sees everything that happens in one conversation: measures it, writes the transcript, and tells peer and operator. */
export class Observer {
  readonly #parts: ObserverParts;
  #measurements: Measurements;

  constructor(parts: ObserverParts, startedAt: number) {
    this.#parts = parts;
    this.#measurements = newMeasurements(startedAt);
    parts.entry.text(transcriptHead(parts.callId));
  }

  see(event: ConversationEvent): void {
    const repliesBefore = this.#measurements.latencies.userToBot.length;
    this.#measurements = measure(this.#measurements, event);
    const line = transcriptLine(event);
    if (line !== '') this.#parts.entry.text(line);
    this.#tell(event);
    const [latest] = this.#measurements.latencies.userToBot.slice(repliesBefore);
    if (latest !== undefined) this.#tell({ type: 'latency', at: event.at, user_to_bot_secs: latest });
  }

  /** The metrics of everything seen so far. */
  metrics(): CallMetricsBody {
    return metricsBody(this.#measurements);
  }

  #tell(event: ConversationEvent): void {
    this.#parts.channel.tell(event);
    this.#parts.monitor.see(event);
  }
}
