import { Counter, Histogram, type Registry } from 'prom-client';
import type { CallKind, CallMonitor, MonitoredCall, VendorRequest } from '../../application/ports/call-monitor.ts';
import { providerOf, type Stage } from '../../domain/calls/call-metrics.ts';
import type { ConversationEvent } from '../../domain/voice/conversation-events.ts';

/** Buckets of latencies, in seconds. */
const BUCKETS_S = [0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.75, 1, 1.5, 2, 3, 5, 10];

/** Registered providers by stage. Others are labelled `other`. */
export type DeclaredProviders = Readonly<Record<Stage, readonly string[]>>;

/** Prometheus metrics of calls, turns and vendor requests. Label values come from fixed sets. */
export function prometheusCallMetrics(register: Registry, declared: DeclaredProviders): CallMonitor {
  const metrics = callMetricSet(register);
  const nameOf = (stage: Stage, provider: string): string => (declared[stage].includes(provider) ? provider : 'other');
  return { begin: (kind) => monitoredCall(metrics, kind, nameOf) };
}

type CallMetricSet = ReturnType<typeof callMetricSet>;

function callMetricSet(register: Registry) {
  const registers = [register];
  const counter = <L extends string>(name: string, help: string, labelNames: readonly L[]): Counter<L> =>
    new Counter({ name, help, labelNames: [...labelNames], registers });
  const histogram = <L extends string>(name: string, help: string, labelNames: readonly L[]): Histogram<L> =>
    new Histogram({ name, help, labelNames: [...labelNames], buckets: BUCKETS_S, registers });
  return {
    calls: counter('voice_calls_total', 'Ended calls, by end reason', ['kind', 'reason']),
    refused: counter('voice_calls_refused_total', 'Refused calls, by problem', ['kind', 'problem']),
    turns: counter('voice_turns_total', 'Caller turns that were answered', []),
    interruptions: counter('voice_interruptions_total', 'Interruptions of the agent by callers', []),
    faults: counter('voice_stage_faults_total', 'Failures of a stage within a conversation', ['stage']),
    reply: histogram(
      'voice_reply_seconds',
      'Reply latency: from the end of the caller’s speech to the agent’s first audio',
      [],
    ),
    stage: histogram('voice_stage_seconds', 'Time from a vendor request to its first output', ['stage', 'provider']),
    failures: counter('voice_vendor_failures_total', 'Vendor failures, by time of failure and retryability', [
      'stage',
      'provider',
      'fault',
    ]),
    failovers: counter('voice_vendor_failovers_total', 'Failovers from this vendor to another', ['stage', 'provider']),
  };
}

type NameOf = (stage: Stage, provider: string) => string;

function monitoredCall(metrics: CallMetricSet, kind: CallKind, nameOf: NameOf): MonitoredCall {
  return {
    identify: () => undefined,
    run: (work) => work(),
    onEvent: (event) => count(metrics, event, nameOf),
    vendorRequestStarted: (stage, provider) => work(metrics, stage, nameOf(stage, provider)),
    vendorFailed: (stage, provider, fault) => metrics.failures.inc({ stage, provider: nameOf(stage, provider), fault }),
    vendorFailedOver: (stage, from) => metrics.failovers.inc({ stage, provider: nameOf(stage, from) }),
    refused: (problem) => metrics.refused.inc({ kind, problem: problem ?? 'other' }),
    ended: (reason) => metrics.calls.inc({ kind, reason }),
  };
}

function count(metrics: CallMetricSet, event: ConversationEvent, nameOf: NameOf): void {
  switch (event.type) {
    case 'turn_ended':
      return metrics.turns.inc();
    case 'agent_speech_ended':
      return event.interrupted ? metrics.interruptions.inc() : undefined;
    case 'reply_latency':
      return metrics.reply.observe(event.user_to_bot_secs);
    case 'stage_failed':
      return metrics.faults.inc({ stage: event.stage });
    case 'stage_first_output': {
      const { stage, at, started_at } = event;
      const provider = nameOf(stage, providerOf(event.processor));
      return metrics.stage.observe({ stage, provider }, Math.max(0, at - started_at) / 1000);
    }
    default:
  }
}

const work = (metrics: CallMetricSet, stage: Stage, provider: string): VendorRequest => ({
  firstOutput: () => undefined,
  used: () => undefined,
  ended: (fault) => void (fault && metrics.failures.inc({ stage, provider, fault })),
});
