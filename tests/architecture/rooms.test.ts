import { assert } from 'chai';
import { readdir, readFile } from 'node:fs/promises';
import { root } from './cruise.ts';
import { importsOfRings } from './imports.ts';
import * as rooms from './rooms.ts';
import { sourcesBelow } from './sources.ts';

/** Ports that need no contract of their own, and why. */
const WITHOUT_CONTRACT: Readonly<Record<string, string>> = {
  'call-monitor': 'its implementations are tried over a call of the whole platform: tests/operations',
  meters: 'their implementations are tried against a real scrape: tests/operations',
  'call-outcome-listener': 'answered by the campaign engine: tests/application/campaigns, tests/simulation',
  'caller-suppressor': 'answered by a use case about suppressions: tests/application/campaigns, tests/simulation',
  'earlier-conversations': 'answered by a use case about calls: tests/application/campaigns',
  dialler: 'answered by use cases about calls: tests/application/campaigns, tests/simulation',
  'carrier-dialect': 'each is its own, and tried against its vendor’s SDK: tests/adapters/carriers',
  'control-plane': 'its one implementation is tried against a scripted API: tests/adapters/control-plane.test.ts',
  'media-channel': 'its implementation is tried over real sockets: tests/runtime',
  'operator-servers': 'answered by the network: tests/security/secret-hosts.realtime.ts',
  'argument-schemas': 'its one implementation is ajv: tests/adapters/tools',
  'tool-caller': 'its one implementation is tried against real servers: tests/adapters/tools',
  'domain-records': 'tested against a name server of its own in tests/adapters/domain-records.test.ts',
  'event-sender': 'its one implementation is tried against real servers: tests/adapters/events',
  'mcp-client': 'its one implementation is tried against real servers: tests/adapters/mcp',
  quotas: 'answered by use cases about quotas: tests/security/quotas.test.ts',
  reranker: 'its one implementation is tried against real servers: tests/adapters/reranker.test.ts',
  upstreams: 'its one implementation is tried against real servers: tests/gateway',
  'number-words': 'its one implementation is n2words: tests/domain/normaliser.test.ts',
  'number-plan': 'its one implementation is a table: tests/adapters/number-plan.test.ts',
  'event-loop': 'its one implementation is a queue: tests/adapters/lib/event-loop-queue.test.ts',
  'content-digest': 'its one implementation is SHA-256: tests/adapters/content-digest.test.ts',
  'visitor-digest': 'its one implementation is HMAC: tests/adapters/visitor-digest.test.ts',
  'page-fetcher': 'its one implementation is tried against real servers: tests/adapters/page-fetcher',
  rehearsals: 'its one implementation is tried in threads: tests/http/campaign-rehearsal.test.ts',
  'rehearsal-engine': 'answered by the runtime: tests/http/rehearsal-runs.test.ts',
  'abandoned-uploads': 'answered by a use case about rehearsals: tests/http/published-recordings.test.ts',
  'rehearsal-recordings': 'answered by a use case about rehearsals: tests/http/published-recordings.test.ts',
  'list-checker': 'its two implementations are compared: tests/security/long-contact-lists.test.ts',
  'suite-reader': 'its one implementation is tried with invalid suites: tests/tools/rehearsal/suites.test.ts',
  holidays: 'answered by a table of the operator: tests/domain/campaigns/contact-hours.test.ts',
  'vendor-failure': 'an error that vendors throw, not something they answer',
};

/** Adapter folders not named after a port: they drive the core, implement many ports, or are helpers. */
const WITHOUT_PORT = [
  'documents',
  'gateway',
  'http',
  'lib',
  'media',
  'opentelemetry',
  'prometheus',
  'providers',
  'schedule',
  'simulator',
  'system',
];

/** What production makes whole services of. */
const SERVICE_PARTS = /\b(?:createApi|gatewayServer|gatewayUseCases|mediaRoutes|runtimeUseCases)\(/;

/** Tests that call one of these, and why. */
const WIRED_BY_HAND: Readonly<Record<string, string>> = {
  'tests/support/world.ts': 'its API is made of the parts of the container',
  'tests/security/listeners.ts': 'its gateway has shorter time-outs than any that can be set',
};

const imagined = (
  imports: Readonly<Record<string, readonly string[]>>,
  contracts: readonly string[] = [],
): rooms.Tree => ({
  imports: new Map(Object.entries(imports)),
  contracts,
});

describe('folders', function () {
  let tree: rooms.Tree;
  before(async () => {
    tree = { imports: await importsOfRings(), contracts: await readdir(`${root}tests/contracts`) };
  });

  it('have a contract for every port, or a reason for none', () => {
    assert.sameMembers(rooms.portsWithoutContract(tree), Object.keys(WITHOUT_CONTRACT));
  });

  it('name every adapter folder after a port, except a listed few', () => {
    assert.isEmpty(rooms.foldersWithoutPort(tree).filter((folder) => !WITHOUT_PORT.includes(folder)));
  });

  it('have every vendor in the index', () => {
    assert.isEmpty(rooms.forgottenVendors(tree));
    assert.isTrue(tree.imports.has('adapters/providers/index.ts'));
  });

  it('are imported without climbing more than three folders', () => {
    assert.isEmpty(rooms.farImports(tree));
  });

  it('assemble the services of tests with the production wiring', async () => {
    const world = await readFile(`${root}tests/support/world.ts`, 'utf8');
    assert.notMatch(world, /adapters\/documents\/|application\/[\w-]+\/index\.ts/);
    const tests = await sourcesBelow(['tests']);
    const wiring = tests.filter(([, text]) => SERVICE_PARTS.test(text)).map(([file]) => file);
    assert.sameMembers(wiring, Object.keys(WIRED_BY_HAND));
  });

  it('do not read the clock in the core', async () => {
    const core = [...tree.imports.keys()].filter((file) => /^(domain|application)\//.test(file));
    const readings = core.map(async (file) => {
      const lines = rooms.clockReadings(await readFile(root + file, 'utf8'));
      return lines.map((line) => `${file}:${line}`);
    });
    assert.isEmpty((await Promise.all(readings)).flat());
  });
});

describe('folder check', () => {
  it('finds a port without a contract', () => {
    const tree = imagined({ 'application/ports/clock.ts': [], 'application/ports/log.ts': [] }, ['log.contract.ts']);
    assert.deepEqual(rooms.portsWithoutContract(tree), ['clock']);
  });

  it('finds a folder without a port', () => {
    const tree = imagined({
      'application/ports/objects.ts': [],
      'adapters/objects/filesystem.ts': [],
      'adapters/helpers/strings.ts': [],
      'adapters/helpers/dates.ts': [],
    });
    assert.deepEqual(rooms.foldersWithoutPort(tree), ['helpers']);
  });

  it('finds a vendor that the index does not list', () => {
    const tree = imagined({
      'adapters/providers/index.ts': ['./acme/stt.ts'],
      'adapters/providers/acme/stt.ts': [],
      'adapters/providers/acme/tts.ts': [],
      'adapters/providers/acme/stt-protocol.ts': [],
      'adapters/providers/forgotten/telephony.ts': [],
      'adapters/providers/simulator/telephony.ts': [],
      'adapters/providers/define.ts': [],
    });
    assert.deepEqual(rooms.forgottenVendors(tree), [
      'adapters/providers/acme/tts.ts',
      'adapters/providers/forgotten/telephony.ts',
    ]);
  });

  it('finds an import that climbs too far', () => {
    const tree = imagined({ 'adapters/a/b/c/d.ts': ['../../../../domain/errors.ts', '../../../lib/x.ts'] });
    assert.deepEqual(rooms.farImports(tree), ['adapters/a/b/c/d.ts imports ../../../../domain/errors.ts']);
  });

  it('finds every reading of the clock and ignores other dates', () => {
    const source = [
      'const a = new Date();',
      'const b = new Date(0);',
      '// new Date()',
      'const c = Date();',
      'const d = new Date;',
    ];
    assert.deepEqual(rooms.clockReadings(source.join('\n')), [1, 4, 5]);
  });
});
