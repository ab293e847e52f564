import { SpanStatusCode, type Attributes, type Span } from '@opentelemetry/api';
import type { VendorWork } from '../../application/ports/call-monitor.ts';
import type { Stage } from '../../domain/calls/call-metrics.ts';

/** What OpenTelemetry's conventions for generative models have a word for; hearing and speaking have none of their own. */
const OPERATIONS = {
  stt: { 'gen_ai.operation.name': 'stt', 'gen_ai.output.type': 'text' },
  llm: { 'gen_ai.operation.name': 'chat', 'gen_ai.output.type': 'text' },
  tts: { 'gen_ai.operation.name': 'tts', 'gen_ai.output.type': 'speech' },
} as const satisfies Record<Stage, Attributes>;

/** Who is asked for what. */
export const vendorAttributes = (stage: Stage, provider: string, model: string | null): Attributes => ({
  ...OPERATIONS[stage],
  'gen_ai.provider.name': provider,
  ...(model !== null && { 'gen_ai.request.model': model }),
});

/** A vendor's work as a span, from the request to its end. */
export function vendorSpan(span: Span): VendorWork {
  const startedAt = performance.now();
  return {
    begun: () => void span.setAttribute('gen_ai.response.time_to_first_chunk', (performance.now() - startedAt) / 1000),
    used(usage, reason) {
      span.setAttribute('gen_ai.response.finish_reasons', [reason]);
      if (!usage) return;
      span.setAttributes({ 'gen_ai.usage.input_tokens': usage.input, 'gen_ai.usage.output_tokens': usage.output });
    },
    ended(fault) {
      if (!span.isRecording()) return;
      if (fault !== null) span.setAttribute('error.type', fault).setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
  };
}
