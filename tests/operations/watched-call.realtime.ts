import { assert } from 'chai';
import { readFile } from 'node:fs/promises';
import { trace } from '@opentelemetry/api';
import { parse } from 'yaml';
import { SyntheticCaller } from '../../tools/demo/synthetic-caller.ts';
import { isDelivered, joinPlatform, openPlatform } from '../support/platform.ts';
import { scriptedVendors } from '../support/scripted-vendors.ts';
import { synthesised } from '../support/speech.ts';
import { atEndOfTest } from '../support/temporary.ts';
import { collector, deafCollector, type ReceivedSpan } from './collector.ts';
import { missingFrom, scrape, type Scrape } from './scrape.ts';

const TRANSCRIPT = 'where is the violet umbrella';
const ANSWER = 'It hangs behind the emerald door.';
/** What Prometheus adds to every series. */
const ADDED = ['instance', 'job'];
/** Many times what the end of a process takes, in ms. */
const LONGEST_END_MS = 60_000;

const fileText = (name: string): Promise<string> => readFile(new URL(`../../${name}`, import.meta.url), 'utf8');

/** The spans below this one, as a tree of names in the order of their beginnings. */
function treeOf(spans: readonly ReceivedSpan[], { spanId, name }: ReceivedSpan): unknown {
  const below = spans.filter(({ parentSpanId }) => parentSpanId === spanId).toSorted((a, b) => a.startMs - b.startMs);
  return below.length === 0 ? name : { [name]: below.map((span) => treeOf(spans, span)) };
}

describe('a spoken call, watched from outside', function () {
  let call: { readonly callId: string; readonly agentId: string };
  let spans: readonly ReceivedSpan[];
  let sent: string;
  let known: Scrape;

  before(async function () {
    const receiver = await collector();
    const platform = await openPlatform({
      services: ['api', 'runtime', 'gateway', 'simulator'],
      env: { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url },
      parts: { vendors: scriptedVendors(TRANSCRIPT, ANSWER) },
    });
    const user = await joinPlatform(platform);
    const { callId, socket } = await user.register();
    const caller = await SyntheticCaller.join(socket);
    await caller.waitFor(({ type }) => type === 'bot-stopped-speaking', 30_000);
    const startedAt = performance.now();
    await caller.say(await synthesised('kal16', 'where is the violet umbrella'));
    await caller.waitFor(({ type }) => type === 'bot-stopped-speaking', 30_000, startedAt);
    await caller.hangUp();
    await user.call(callId, isDelivered);
    const { apiBaseUrl, runtimeUrl, gatewayUrl, simulatorUrl } = platform;
    known = await scrape(new URL(apiBaseUrl).origin, runtimeUrl, gatewayUrl ?? '', simulatorUrl ?? '');
    await platform.close();
    await receiver.close();
    call = { callId, agentId: user.agentId };
    spans = receiver.spans();
    sent = receiver.bodies.join('\n');
  });

  const named = (name: string): ReceivedSpan[] => spans.filter((span) => span.name === name);

  it('is one trace: the call, its turns, and in them what vendors were asked', () => {
    const [root, ...others] = named('call');
    assert.isDefined(root);
    assert.isEmpty(others);
    assert.isNull(root.parentSpanId);
    const own = spans.filter(({ name, traceId }) => traceId === root.traceId && !/^[A-Z]/.test(name));
    assert.deepEqual(treeOf(own, root), { call: [{ turn: ['tts', 'tts'] }, { turn: ['stt', 'llm', 'tts'] }] });
    assert.deepInclude(root.attributes, {
      'voice.call.kind': 'web',
      'voice.call.end_reason': 'caller_left',
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.conversation.id': call.callId,
      'gen_ai.agent.id': call.agentId,
    });
    assert.equal(root.service, 'voice-agent-platform');
    for (const { startMs, endMs } of own) assert.isTrue(startMs <= endMs && startMs >= root.startMs - 1);
  });

  it('says of each piece of work who did it, with which model, and how long it took to begin', () => {
    const [llm] = named('llm');
    assert.deepInclude(llm?.attributes, {
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'script',
      'gen_ai.request.model': 'scripted',
      'gen_ai.output.type': 'text',
    });
    assert.isNumber(llm?.attributes['gen_ai.response.time_to_first_chunk']);
    assert.deepInclude(named('stt')[0]?.attributes, {
      'gen_ai.operation.name': 'stt',
      'gen_ai.provider.name': 'local',
    });
    assert.deepInclude(named('tts')[0]?.attributes, {
      'gen_ai.output.type': 'speech',
      'gen_ai.provider.name': 'local',
    });
    assert.isNumber(named('turn')[1]?.attributes['voice.user_to_bot_secs']);
  });

  it('holds the requests that the runtime made of the API in its name', () => {
    const [root] = named('call');
    const requests = spans.filter(({ parentSpanId, kind }) => parentSpanId === root?.spanId && kind === SERVER);
    const requested = requests.map(
      ({ name, attributes }) => `${name} ${String(attributes['http.response.status_code'])}`,
    );
    assert.includeMembers(requested, [
      'GET /api/v1/agents/{agent_id} 200',
      'GET /api/v1/calls/{call_id} 200',
      'PUT /api/v1/calls/{call_id}/lease 200',
    ]);
    const others = spans.filter(({ kind, traceId }) => kind === SERVER && traceId !== root?.traceId);
    assert.include(
      others.map(({ name }) => name),
      'POST /api/v1/users/signup',
    );
  });

  it('exports neither words nor names of the conversation', () => {
    for (const words of ['violet', 'umbrella', 'emerald', 'Blue Door', 'receptionist', '@example.com', 'password'])
      assert.notInclude(sent.toLowerCase(), words.toLowerCase());
  });

  it('is shown by a dashboard that asks for nothing but what is there', async () => {
    const { panels, templating } = JSON.parse(await fileText('deploy/grafana/voice-agent-platform.json')) as Dashboard;
    const queries = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
    assert.isAbove(queries.length, 30);
    for (const query of queries) assert.isEmpty(missingFrom(known, query, ADDED), query);
    for (const { query } of templating.list.filter(({ type }) => type === 'query'))
      assert.isTrue(known.has(/^label_values\((\w+), instance\)$/.exec(query)?.[1] ?? ''), query);
  });

  it('is guarded by alerts that ask for nothing but what is there', async () => {
    const { groups } = parse(await fileText('deploy/prometheus/alerts.yml')) as Alerts;
    const rules = groups.flatMap((group) => group.rules);
    assert.isAtLeast(rules.length, 10);
    for (const { alert, expr } of rules) assert.isEmpty(missingFrom(known, expr, ADDED), alert);
  });

  it('is counted by figures that the operations page lists, and by no others', async () => {
    const [, table = ''] = (await fileText('docs/operations.md')).split(/^## Metrics$/m);
    const rows = [...(table.split(/^## /m)[0] ?? '').matchAll(/^\| `([a-z_]+)` +\|/gm)].map(([, name]) => name);
    const own = [...known.keys()].filter((name) => !/^(nodejs|process)_/.test(name));
    assert.sameMembers(rows, [...new Set(own.map((name) => name.replace(/_(bucket|sum|count)$/, '')))]);
  });
});

/** How OTLP calls a span that answers a request. */
const SERVER = 2;

interface Dashboard {
  readonly panels: readonly { readonly targets?: readonly { readonly expr: string }[] }[];
  readonly templating: { readonly list: readonly { readonly type: string; readonly query: string }[] };
}

interface Alerts {
  readonly groups: readonly { readonly rules: readonly { readonly alert: string; readonly expr: string }[] }[];
}

describe('the check of queries', () => {
  const known: Scrape = new Map([['calls_total', new Set(['kind'])]]);

  it('finds names and labels that are not there', () => {
    const missing = (query: string): string[] => missingFrom(known, query, ['instance']);
    assert.isEmpty(missing('sum by (kind) (rate(calls_total{instance=~"$instance", kind="web"}[5m])) > 0'));
    assert.deepEqual(missing('rate(call_total[5m])'), ['call_total']);
    assert.deepEqual(missing('sum by (agent) (rate(calls_total{org="1"}[5m]))'), [
      'calls_total{org}',
      'calls_total{agent}',
    ]);
  });
});

describe('traces', () => {
  it('do not delay the end of the process when their collector never answers', async () => {
    // Without a limit of its own, the process would wait for as long as the SDK does.
    const longest = String(10 * LONGEST_END_MS);
    Object.assign(process.env, { OTEL_EXPORTER_OTLP_TIMEOUT: longest, OTEL_BSP_EXPORT_TIMEOUT: longest });
    atEndOfTest(() => {
      delete process.env['OTEL_EXPORTER_OTLP_TIMEOUT'];
      delete process.env['OTEL_BSP_EXPORT_TIMEOUT'];
    });
    const platform = await openPlatform({
      services: ['api'],
      env: { OTEL_EXPORTER_OTLP_ENDPOINT: await deafCollector() },
    });
    await fetch(new URL('/health', platform.apiBaseUrl));
    const startedAt = performance.now();
    await platform.close();
    assert.isBelow(performance.now() - startedAt, LONGEST_END_MS);
  });

  it('are not recorded where no collector is named', async () => {
    await openPlatform({ services: ['api'] });
    const span = trace.getTracer('api').startSpan('anything');
    assert.isFalse(span.isRecording());
  });
});
