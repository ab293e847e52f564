import { context, diag, DiagLogLevel, propagation, trace, type Attributes } from '@opentelemetry/api';
import type { NodeTracerConfig } from '@opentelemetry/sdk-trace-node';
import type { Log } from '../../application/ports/log.ts';
import { rejectAfter } from '../lib/timeout.ts';

type Resource = NonNullable<NodeTracerConfig['resource']>;

/** Longest wait for the last export, in ms. */
const FLUSH_TIMEOUT_MS = 3_000;

/** The trace exporter. */
export interface Traces {
  /** Exports what is left, within a time limit, and stops recording. Never rejects. */
  close(): Promise<void>;
}

/**
 * Exports the traces of the process to a collector by OTLP over HTTP. The SDK is loaded only here. Without it,
 * recording does nothing.
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
      await rejectAfter(FLUSH_TIMEOUT_MS, sent).catch(() => undefined);
      trace.disable();
      context.disable();
      propagation.disable();
      diag.disable();
    },
  };
}

/** Logs export failures for the operator. Calls are not affected. */
function logExportFailures(log: Log): void {
  const silent = (): void => undefined;
  const warn = (problem: string): void => log.warn('traces.not_sent', { problem });
  diag.setLogger(
    { error: warn, warn, info: silent, debug: silent, verbose: silent },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
}

/** The resource of the process. The SDK's constructors are in a package that it does not re-export. */
const resourceOf = (attributes: Attributes): Resource => ({
  attributes,
  getRawAttributes: () => Object.entries(attributes),
  merge: (other) => resourceOf({ ...attributes, ...other?.attributes }),
});
