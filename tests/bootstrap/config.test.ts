import { assert } from 'chai';
import { ConfigError, type Env, readConfig } from '../../bootstrap/config.ts';
import { quotaSettings } from '../../bootstrap/quota-settings.ts';
import { TEST_KEYS } from '../support/test-keys.ts';

const both = ['api', 'runtime'] as const;
const QUOTAS = quotaSettings((_name, _reader, fallback) => fallback);

const problems = (env: Env): readonly string[] => {
  try {
    readConfig(env, both);
    return [];
  } catch (error) {
    assert.instanceOf(error, ConfigError);
    return error.problems;
  }
};

describe('the configuration', () => {
  it('needs no variable at all', () => {
    const config = readConfig({}, both);
    assert.deepEqual(config, {
      services: ['api', 'runtime'],
      ...{ dataDir: './data', ssoConnections: [], ssoConnectionsFile: null },
      stores: {
        documentsUrl: 'sqlite:./data/platform.db',
        objectsUrl: 'file:./data/objects',
        bucket: 'voice-artifacts',
        vectorsUrl: 'sqlite:./data/vectors.db',
      },
      keys: { secretKey: null, internalApiKey: null, providerAuthEncryptionKey: null },
      tokens: { algorithm: 'HS256', lifetimeMinutes: 30 },
      access: { signUp: 'open', requireConfirmedEmail: 'invited', invitationsPerDay: 50 },
      mail: { url: 'file:./data/outbox', from: 'no-reply@localhost', publicAppUrl: 'http://127.0.0.1:8000/console' },
      api: {
        host: '127.0.0.1',
        port: 8000,
        prefix: '/api/v1',
        ...{ consoleDir: null, widgetDir: null, mcpServer: true },
        rateLimits: true,
        csvBytes: 5_242_880,
      },
      knowledge: {
        uploadBytes: 26_214_400,
        reading: { pages: 1_000, characters: 10_000_000, sections: 20_000, memoryBytes: 536_870_912, ms: 8_000 },
        ...{ recognition: null, embeddings: null, reranking: null },
      },
      runtime: {
        ...{ host: '127.0.0.1', port: 7860, apiBaseUrl: null, mediaServer: 'ws' },
        ...{ webCalls: 'open', webCallsBy: 'HOST', anonymousLimits: { atOnce: 5, attemptsPerMinute: 30 } },
      },
      ...{ workers: { api: 1, runtime: 1 }, voiceServerBaseUrl: null },
      simulator: { host: '127.0.0.1', port: 8200, url: null },
      gateway: config.gateway,
      browsers: {
        origins: ['http://127.0.0.1:8000', 'http://localhost:8000'],
        trustedProxies: false,
        consoleUrl: null,
      },
      upstreams: { allowPrivate: false, localUpstreams: [] },
      limits: {
        ...{ concurrentCallsPerOrganisation: 10, dialsPerSecond: {}, quotas: QUOTAS },
        shares: { anonymous: 50, unsigned: 30, page: 80 },
      },
      ...{ prices: config.prices, holidays: {}, audit: { retentionDays: 365 }, traces: { collector: null } },
      ...{ logLevel: 'info', logFormat: null },
      drainMs: 60_000,
    });
  });

  it('takes every variable that is given', () => {
    const config = readConfig(
      {
        DATA_DIR: '/var/lib/voice',
        DOCUMENTS_URL: 'sqlite::memory:',
        OBJECTS_URL: 'file:/mnt/objects',
        OBJECTS_BUCKET: 'calls-2',
        VECTORS_URL: 'https://chroma.example.com',
        ...TEST_KEYS,
        MAIL_URL: 'smtps://user:pass@mail.example.com',
        MAIL_FROM: 'voice@example.com',
        PUBLIC_APP_URL: 'https://app.example.com/',
        RATE_LIMITS: 'off',
        OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/',
        JWT_ALGORITHM: 'HS512',
        ACCESS_TOKEN_EXPIRE_MINUTES: '5',
        HOST: '0.0.0.0',
        API_PORT: '0',
        ...{ CONSOLE_DIR: '/srv/console', WIDGET_DIR: '/srv/widget', MCP_SERVER: 'off' },
        ...{ RUNTIME_PORT: '65535', API_WORKERS: '1' },
        API_V1_PREFIX: '/voice/v1',
        API_BASE_URL: 'https://api.example.com/voice/v1/',
        VOICE_SERVER_BASE_URL: 'https://voice.example.com/',
        ...{ SIMULATOR_HOST: '0.0.0.0', SIMULATOR_PORT: '8300', SIMULATOR_URL: 'http://simulator.example.com/' },
        KB_MAX_UPLOAD_BYTES: '1000',
        KB_MAX_PAGES: '20',
        KB_READING_MEMORY_MB: '256',
        KB_READING_SECONDS: '3',
        CORS_ORIGINS: 'https://app.example.com, http://localhost:3000',
        TRUST_PROXY: '10.0.0.0/8, loopback, ::1',
        ALLOW_PRIVATE_UPSTREAMS: 'on',
        LOCAL_UPSTREAMS: 'http://127.0.0.1:11434',
        ...{ DEFAULT_ORG_CONCURRENCY_LIMIT: '3', DIALS_PER_SECOND: 'twilio=10, vobiz=5' },
        ...{ ANONYMOUS_CALLS_SHARE: '20', UNSIGNED_CALLS_SHARE: '100', PAGE_CALLS_SHARE: '60' },
        ...{ SIGN_UP: 'closed', REQUIRE_CONFIRMED_EMAIL: 'all', INVITATIONS_PER_DAY: '7' },
        ...{ LOG_LEVEL: 'warn', LOG_FORMAT: 'text' },
        ...{ AUDIT_RETENTION_DAYS: '30', DRAIN_SECONDS: '0' },
      },
      both,
    );
    assert.deepEqual(config, {
      services: ['api', 'runtime'],
      ...{ dataDir: '/var/lib/voice', ssoConnections: [], ssoConnectionsFile: null },
      stores: {
        documentsUrl: 'sqlite::memory:',
        objectsUrl: 'file:/mnt/objects',
        bucket: 'calls-2',
        vectorsUrl: 'https://chroma.example.com',
      },
      keys: {
        secretKey: TEST_KEYS.SECRET_KEY,
        internalApiKey: TEST_KEYS.INTERNAL_API_KEY,
        providerAuthEncryptionKey: TEST_KEYS.PROVIDER_AUTH_ENCRYPTION_KEY,
      },
      tokens: { algorithm: 'HS512', lifetimeMinutes: 5 },
      access: { signUp: 'closed', requireConfirmedEmail: 'all', invitationsPerDay: 7 },
      mail: {
        url: 'smtps://user:pass@mail.example.com',
        from: 'voice@example.com',
        publicAppUrl: 'https://app.example.com',
      },
      api: {
        host: '0.0.0.0',
        port: 0,
        prefix: '/voice/v1',
        ...{ consoleDir: '/srv/console', widgetDir: '/srv/widget', mcpServer: false },
        rateLimits: false,
        csvBytes: 5_242_880,
      },
      knowledge: {
        uploadBytes: 1_000,
        reading: { pages: 20, characters: 10_000_000, sections: 20_000, memoryBytes: 268_435_456, ms: 3_000 },
        ...{ recognition: null, embeddings: null, reranking: null },
      },
      runtime: {
        ...{ host: '0.0.0.0', port: 65_535, apiBaseUrl: 'https://api.example.com/voice/v1' },
        ...{ mediaServer: 'ws', webCalls: 'ticket', webCallsBy: 'HOST', anonymousLimits: null },
      },
      ...{ workers: { api: 1, runtime: 1 }, voiceServerBaseUrl: 'https://voice.example.com' },
      simulator: { host: '0.0.0.0', port: 8300, url: 'http://simulator.example.com' },
      gateway: config.gateway,
      browsers: {
        origins: ['https://app.example.com', 'http://localhost:3000'],
        trustedProxies: ['10.0.0.0/8', 'loopback', '::1'],
        consoleUrl: 'https://app.example.com',
      },
      upstreams: { allowPrivate: true, localUpstreams: ['http://127.0.0.1:11434'] },
      limits: {
        ...{ concurrentCallsPerOrganisation: 3, shares: { anonymous: 20, unsigned: 100, page: 60 } },
        dialsPerSecond: { twilio: 10, vobiz: 5 },
        quotas: QUOTAS,
      },
      ...{ prices: config.prices, holidays: {}, audit: { retentionDays: 30 } },
      traces: { collector: 'http://collector:4318' },
      ...{ logLevel: 'warn', logFormat: 'text' },
      drainMs: 0,
    });
  });

  it('counts blank variables as unset', () => {
    assert.deepEqual(readConfig({ API_PORT: '', DATA_DIR: '  ', SECRET_KEY: ' ' }, both), readConfig({}, both));
  });

  it('keeps stores inside the data directory unless they are placed elsewhere', () => {
    const { stores } = readConfig({ DATA_DIR: '/srv', OBJECTS_URL: 'file:/mnt' }, both);
    assert.deepInclude(stores, { documentsUrl: 'sqlite:/srv/platform.db', objectsUrl: 'file:/mnt' });
  });

  it('cannot be changed, at any depth', () => {
    const config = readConfig({}, both);
    for (const part of [config, config.api, config.stores, config.browsers.origins])
      assert.isTrue(Object.isFrozen(part));
  });

  it('reports every problem at once, naming the variable and what to write', () => {
    assert.deepEqual(problems({ API_PORT: '80x', JWT_ALGORITHM: 'none', MAIL_URL: 'imap://host', HOST: 'a b' }), [
      'HOST: write a host name or an address such as 127.0.0.1 or 0.0.0.0',
      'API_PORT: write a whole number from 0 to 65535',
      'JWT_ALGORITHM: write one of HS256, HS384, HS512',
      'MAIL_URL: write a URL of a scheme that is supported: file:<path of a directory> or ' +
        'smtp://<user>:<password>@<host>:<port> or smtps://<user>:<password>@<host>:<port>',
    ]);
  });

  it('shows all problems in the message of the one error', () => {
    assert.throws(
      () => readConfig({ API_PORT: '-1', OBJECTS_URL: 'ftp://x' }, both),
      /API_PORT: .*\n {2}OBJECTS_URL: .*file:<path of a directory>/,
    );
  });

  it('keeps values out of its messages, because they may be secrets', () => {
    const shown = problems({
      DOCUMENTS_URL: 'oracle://user:hush@host',
      OBJECTS_URL: 's3://hush',
      API_BASE_URL: 'hush',
    });
    assert.lengthOf(shown, 3);
    assert.notInclude(shown.join(), 'hush');
  });

  for (const [variable, refused] of Object.entries({
    API_PORT: ['65536', '-1', '8000.0', '0x10', '1e3', '8 0'],
    RUNTIME_PORT: ['70000', 'auto'],
    ACCESS_TOKEN_EXPIRE_MINUTES: ['0', '1.5', '99999999999999999999'],
    DEFAULT_ORG_CONCURRENCY_LIMIT: ['0', '-2'],
    DIALS_PER_SECOND: ['10', 'twilio', 'twilio=0', 'twilio=1.5', 'pigeon=1', 'twilio=1=2', 'twilio=1,'],
    AUDIT_RETENTION_DAYS: ['0', '36501'],
    ...{ REQUIRE_CONFIRMED_EMAIL: ['on', 'ALL'], INVITATIONS_PER_DAY: ['-1', '1.5', 'many'] },
    DRAIN_SECONDS: ['-1', '60s'],
    DOCUMENTS_URL: ['sqlite', 'sqlite:', 'constructor:x', './data.db'],
    OBJECTS_URL: [
      'file:',
      's3://host',
      's3://key@host',
      's3://key:secret@',
      's3s:key:secret@host',
      's3://k:s@host/bucket',
    ],
    VECTORS_URL: ['sqlite:', 'chroma:8000', 'http://', 'ftp://host'],
    MAIL_URL: ['file:', 'smtp:', 'smtp://', 'imap://host', 'mail.example.com'],
    MAIL_FROM: ['voice', 'Voice <voice@example.com>', 'a@b,c@d'],
    PUBLIC_APP_URL: ['app.example.com', 'https://app.example.com/?a=1'],
    ...{ RATE_LIMITS: ['yes', 'ON'], MCP_SERVER: ['true'] },
    OBJECTS_BUCKET: ['ab', 'Voice', 'a_b', '-abc', 'abc-'],
    HOST: ['http://localhost', 'localhost:80', 'a/b'],
    API_V1_PREFIX: ['/', 'api', '/api/', '/a b', '//a'],
    API_BASE_URL: ['127.0.0.1:8000', 'ftp://host', 'http://host/?a=1', 'http://host/#a'],
    CORS_ORIGINS: ['https://app.example.com/', 'app.example.com', '*,http://a.example', 'null'],
    TRUST_PROXY: ['true', '300.1.1.1', '10.0.0.0/33', '10.0.0.0/', '::1/129', '1.2.3.4/8/8', 'proxy'],
    EMBEDDINGS_URL: ['models:8080', 'http://user:hush@host', 'http://host/v1?a=1'],
    LOG_LEVEL: ['loud', 'INFO'],
    LOG_FORMAT: ['pretty'],
    JWT_ALGORITHM: ['RS256', 'hs256'],
  }))
    it(`refuses an unusable ${variable}`, () => {
      for (const text of refused)
        assert.match(problems({ [variable]: text }).join(), new RegExp(`^${variable}: write`), text);
    });
});
