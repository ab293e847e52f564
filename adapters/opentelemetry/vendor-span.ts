import { SpanStatusCode, type Attributes, type Span } from '@opentelemetry/api';
import type { VendorRequest } from '../../application/ports/call-monitor.ts';
import type { Stage } from '../../domain/calls/call-metrics.ts';

/** Attributes of OpenTelemetry's conventions for generative AI. STT and TTS have no operation of their own there. */
const OPERATIONS = {
  stt: { 'gen_ai.operation.name': 'stt', 'gen_ai.output.type': 'text' },
  llm: { 'gen_ai.operation.name': 'chat', 'gen_ai.output.type': 'text' },
  tts: { 'gen_ai.operation.name': 'tts', 'gen_ai.output.type': 'speech' },
} as const satisfies Record<Stage, Attributes>;

/** Attributes of a vendor request. */
export const vendorAttributes = (stage: Stage, provider: string, model: string | null): Attributes => ({
  ...OPERATIONS[stage],
  'gen_ai.provider.name': provider,
  ...(model !== null && { 'gen_ai.request.model': model }),
});

/** A vendor request as a span. */
export function vendorSpan(span: Span): VendorRequest {
  const startedAt = performance.now();
  return {
    firstOutput: () =>
      void span.setAttribute('gen_ai.response.time_to_first_chunk', (performance.now() - startedAt) / 1000),
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
