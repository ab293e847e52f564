import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { atEndOfTest } from '../support/temporary.ts';
import { localServer } from '../support/local-server.ts';

/** A span as OTLP writes it, its attributes by name. */
export interface ReceivedSpan {
  readonly service: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | null;
  readonly name: string;
  readonly kind: number;
  readonly startMs: number;
  readonly endMs: number;
  readonly attributes: Readonly<Record<string, unknown>>;
}

interface Values {
  readonly attributes?: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
}

interface TraceExport {
  readonly resourceSpans: readonly {
    readonly resource: Values;
    readonly scopeSpans: readonly { readonly spans: readonly (Values & WrittenSpan)[] }[];
  }[];
}

interface WrittenSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
}

/** Takes traces over OTLP by HTTP and keeps them; one that is deaf never answers. Closed after the test. */
export async function collector({ isDeaf = false } = {}) {
  const bodies: string[] = [];
  const keep = async (request: IncomingMessage): Promise<unknown> => bodies.push(await text(request));
  const { url, close } = await localServer((request, response) => {
    if (isDeaf) return;
    void keep(request).then(() => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
  });
  return {
    url,
    bodies,
    close,
    spans: (): ReceivedSpan[] => bodies.flatMap((body) => spansOf(JSON.parse(body) as TraceExport)),
  };
}

/** The same, for one test alone. */
export async function deafCollector(): Promise<string> {
  const { url, close } = await collector({ isDeaf: true });
  atEndOfTest(close);
  return url;
}

const spansOf = ({ resourceSpans }: TraceExport): ReceivedSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        service: String(valuesOf(resource)['service.name']),
        traceId: span.traceId,
        spanId: span.spanId,
        parentSpanId: span.parentSpanId ?? null,
        name: span.name,
        kind: span.kind,
        startMs: Number(span.startTimeUnixNano) / 1e6,
        endMs: Number(span.endTimeUnixNano) / 1e6,
        attributes: valuesOf(span),
      })),
    ),
  );

const valuesOf = ({ attributes = [] }: Values): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
