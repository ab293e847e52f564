import { context, diag, DiagLogLevel, propagation, trace, type Attributes } from '@opentelemetry/api';
import type { NodeTracerConfig } from '@opentelemetry/sdk-trace-node';
import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '../../application/ports/log.ts';

type Resource = NonNullable<NodeTracerConfig['resource']>;

/** What was recorded and is not sent yet has so long at the end. In milliseconds. */
const FLUSH_TIMEOUT_MS = 3_000;

/** Traces on their way out. */
export interface Traces {
  /** Sends what is left, for a while, and records nothing from then on. Never rejects. */
  close(): Promise<void>;
}

/**
 * Sends whatever the process records to a collector, over OTLP by HTTP. The SDK is loaded only here: without it, what
 * records does nothing.
 */
export async function exportTraces(collector: string, service: string, log: Log): Promise<Traces> {
  const [{ BatchSpanProcessor, NodeTracerProvider }, { OTLPTraceExporter }] = await Promise.all([
    import('@opentelemetry/sdk-trace-node'),
    import('@opentelemetry/exporter-trace-otlp-http'),
  ]);
  logExportFailures(log);
  const exporter = new OTLPTraceExporter({ url: `${collector}/v1/traces` });
  const provider = new NodeTracerProvider({
    resource: resourceOf({ 'service.name': service }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  provider.register();
  return {
    async close() {
      const sent = provider.shutdown().catch((error: unknown) => log.warn('traces.not_sent', { error }));
      await Promise.race([sent, delay(FLUSH_TIMEOUT_MS, undefined, { ref: false })]);
      trace.disable();
      context.disable();
      propagation.disable();
      diag.disable();
    },
  };
}

/** A collector that is away is a matter for the operator, not for calls. */
function logExportFailures(log: Log): void {
  const silent = (): void => undefined;
  const warn = (problem: string): void => log.warn('traces.not_sent', { problem });
  diag.setLogger(
    { error: warn, warn, info: silent, debug: silent, verbose: silent },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
}

/** Who records; the SDK's own makers of this are in a package that it does not hand on. */
const resourceOf = (attributes: Attributes): Resource => ({
  attributes,
  getRawAttributes: () => Object.entries(attributes),
  merge: (other) => resourceOf({ ...attributes, ...other?.attributes }),
});
