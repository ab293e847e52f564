import { accessSettings } from './access-settings.ts';
import { browserCallSettings, callShares } from './caller-settings.ts';
import { gatewaySettings } from './gateway-settings.ts';
import { readHolidays } from '../domain/campaigns/holidays.ts';
import { priceSettings } from './price-settings.ts';
import { quotaSettings } from './quota-settings.ts';
import { singleSignOnSettings } from './single-sign-on-settings.ts';
import {
  bucketName,
  SettingError,
  dialRates,
  senderAddress,
  embeddingServer,
  host,
  mailUrl,
  oneOf,
  origins,
  pathPrefix,
  rerankingServer,
  type Read,
  serviceUrl,
  storeUrl,
  trustedProxies,
  upstreamOrigins,
  wholeNumber,
  anyText,
} from './env-readers.ts';
import { documentKinds, mailKinds, objectKinds, vectorKinds } from './stores.ts';
import { fernetKey, strongKey } from './strong-keys.ts';
import { workerCount, workerProblems } from './workers/groups.ts';
import { yamlFile } from './yaml-file.ts';

export type Env = Readonly<Record<string, string | undefined>>;

/** The services of this program. Any of them can share a process. */
export const serviceNames = ['api', 'runtime', 'gateway', 'simulator'] as const;
export type ServiceName = (typeof serviceNames)[number];

/** All settings, read once from the environment and frozen. Modules receive slices of it. */
export type Config = ReturnType<typeof readConfig>;

/** Reports every invalid variable of the environment at once, one per line. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(['The configuration cannot be used:', ...problems].join('\n  '));
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/** A port, or 0 for any free one. */
const PORT = wholeNumber(0, 65_535);

/** Reads the settings of a process that runs these services. Blank variables count as unset. */
export function readConfig(env: Env, services: readonly ServiceName[]) {
  const { read, problems } = envReader(env);
  const [dataDir, prefix] = [read('DATA_DIR', anyText, './data'), read('API_V1_PREFIX', pathPrefix, '/api/v1')];
  const hostName = read('HOST', host, '127.0.0.1');
  const [apiPort, runtimePort] = [read('API_PORT', PORT, 8000), read('RUNTIME_PORT', PORT, 7860)];
  const apiUrl = addressOf(hostName, apiPort, prefix);
  const publicAppUrl = read('PUBLIC_APP_URL', serviceUrl, null);
  const config = deepFreeze({
    services: [...services],
    dataDir,
    stores: storeSettings(read, dataDir),
    keys: keySettings(read),
    tokens: tokenSettings(read),
    access: accessSettings(read),
    ...(services.includes('api') ? singleSignOnSettings(read) : { ssoConnections: [], ssoConnectionsFile: null }),
    mail: mailSettings(read, dataDir, publicAppUrl ?? addressOf(hostName, apiPort, CONSOLE_PATH)),
    api: {
      host: hostName,
      port: apiPort,
      prefix,
      ...requestSettings(read),
    },
    knowledge: knowledgeSettings(read),
    runtime: {
      host: hostName,
      port: runtimePort,
      /** Null: the API of this process, at the port it listens on. */
      apiBaseUrl: read('API_BASE_URL', serviceUrl, services.includes('api') ? null : apiUrl),
      mediaServer: read('MEDIA_SERVER', oneOf(['ws', 'uws', 'auto']), 'ws'),
      ...browserCallSettings(read, hostName),
    },
    workers: workerSettings(read),
    /** Null: the runtime of this process, if it runs one. */
    voiceServerBaseUrl: read('VOICE_SERVER_BASE_URL', serviceUrl, null),
    simulator: simulatorSettings(read),
    gateway: gatewaySettings(read),
    browsers: { ...browserSettings(read, apiPort), consoleUrl: publicAppUrl },
    upstreams: upstreamSettings(read),
    limits: callLimits(read),
    prices: priceSettings(read, services.includes('api')),
    holidays: services.includes('api') ? read('HOLIDAYS_FILE', yamlFile('HOLIDAYS_FILE', readHolidays), {}) : {},
    audit: { retentionDays: read('AUDIT_RETENTION_DAYS', wholeNumber(1, 36_500), 365) },
    /** Null: no traces. */
    traces: { collector: read('OTEL_EXPORTER_OTLP_ENDPOINT', serviceUrl, null) },
    logLevel: read('LOG_LEVEL', oneOf(['info', 'warn', 'error', 'silent']), 'info'),
    /** Null: text at a terminal, JSON elsewhere. */
    logFormat: read('LOG_FORMAT', oneOf(['json', 'text']), null),
    drainMs: read('DRAIN_SECONDS', wholeNumber(0, 86_400), 60) * 1000,
  });
  problems.push(...portConflicts(config), ...workerProblems(config));
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

/** Path of the console on the API server. */
export const CONSOLE_PATH = '/console';

/** URL at which a service on this host and port is reached from the same machine. */
export function addressOf(hostName: string, port: number, path = ''): string {
  const reachable = LOOPBACK_OF.get(hostName) ?? hostName;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}${path}`;
}

const LOOPBACK_OF: ReadonlyMap<string, string> = new Map([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '::1'],
]);

const storeSettings = (read: Read, dataDir: string) => ({
  documentsUrl: read('DOCUMENTS_URL', storeUrl(documentKinds), `sqlite:${dataDir}/platform.db`),
  objectsUrl: read('OBJECTS_URL', storeUrl(objectKinds), `file:${dataDir}/objects`),
  bucket: read('OBJECTS_BUCKET', bucketName, 'voice-artifacts'),
  vectorsUrl: read('VECTORS_URL', storeUrl(vectorKinds), `sqlite:${dataDir}/vectors.db`),
});

/** Processes that share the port of a service. */
const workerSettings = (read: Read) => ({
  api: read('API_WORKERS', workerCount, 1),
  runtime: read('RUNTIME_WORKERS', workerCount, 1),
});

const callLimits = (read: Read) => ({
  concurrentCallsPerOrganisation: read('DEFAULT_ORG_CONCURRENCY_LIMIT', wholeNumber(1), 10),
  shares: callShares(read),
  /** Overrides of the default dial rate, by carrier. */
  dialsPerSecond: read('DIALS_PER_SECOND', dialRates, {}),
  quotas: quotaSettings(read),
});

const simulatorSettings = (read: Read) => ({
  /** Independent of HOST, because the simulator accepts any credentials. */
  host: read('SIMULATOR_HOST', host, '127.0.0.1'),
  port: read('SIMULATOR_PORT', PORT, 8200),
  /** Null: the simulator of this process, if it runs one. */
  url: read('SIMULATOR_URL', serviceUrl, null),
});

const keySettings = (read: Read) => ({
  secretKey: read('SECRET_KEY', strongKey, null),
  internalApiKey: read('INTERNAL_API_KEY', strongKey, null),
  providerAuthEncryptionKey: read('PROVIDER_AUTH_ENCRYPTION_KEY', fernetKey, null),
});

const tokenSettings = (read: Read) => ({
  algorithm: read('JWT_ALGORITHM', oneOf(['HS256', 'HS384', 'HS512']), 'HS256'),
  lifetimeMinutes: read('ACCESS_TOKEN_EXPIRE_MINUTES', wholeNumber(1), 30),
});

const requestSettings = (read: Read) => ({
  mcpServer: read('MCP_SERVER', oneOf(['on', 'off']), 'on') === 'on',
  rateLimits: read('RATE_LIMITS', oneOf(['on', 'off']), 'on') === 'on',
  /** Null: where the build of this program puts them. */
  consoleDir: read('CONSOLE_DIR', anyText, null),
  widgetDir: read('WIDGET_DIR', anyText, null),
  /** Size limit of a contact list, in bytes. */
  csvBytes: read('CAMPAIGN_MAX_CSV_BYTES', wholeNumber(1), 5 * 1024 * 1024),
});

/** Limits of documents and of reading them, and the servers that embed and rerank. */
const knowledgeSettings = (read: Read) => ({
  /** Size limit of a document, in bytes. */
  uploadBytes: read('KB_MAX_UPLOAD_BYTES', wholeNumber(1), 25 * 1024 * 1024),
  reading: {
    pages: read('KB_MAX_PAGES', wholeNumber(1), 1_000),
    characters: 10_000_000,
    sections: 20_000,
    memoryBytes: read('KB_READING_MEMORY_MB', wholeNumber(128), 512) * 1024 * 1024,
    ms: read('KB_READING_SECONDS', wholeNumber(1), 8) * 1000,
  },
  /** Null: the text of scanned pages is not recognised. */
  recognition: recognitionSettings(read),
  /** Null: the local lexical embedder. */
  embeddings: embeddingSettings(read),
  /** Null: results are not reranked. */
  reranking: rerankingSettings(read),
});

function recognitionSettings(read: Read) {
  const command = read('OCR_COMMAND', anyText, null);
  const ms = read('OCR_SECONDS', wholeNumber(1), 120) * 1_000;
  const memoryBytes = read('OCR_MEMORY_MB', wholeNumber(64), 1_024) * 2 ** 20;
  return command === null ? null : { command: command.trim().split(/\s+/), ms, memoryBytes };
}

function embeddingSettings(read: Read) {
  const url = read('EMBEDDINGS_URL', embeddingServer, null);
  const protocol = read('EMBEDDINGS_PROTOCOL', oneOf(['openai', 'cohere']), 'openai');
  const model = read('EMBEDDINGS_MODEL', anyText, 'text-embedding-3-small');
  const apiKey = read('EMBEDDINGS_API_KEY', anyText, null);
  return url === null ? null : { protocol, url, model, apiKey };
}

function rerankingSettings(read: Read) {
  const url = read('RERANKING_URL', rerankingServer, null);
  const model = read('RERANKING_MODEL', anyText, 'rerank-v3.5');
  const apiKey = read('RERANKING_API_KEY', anyText, null);
  return url === null ? null : { url, model, apiKey };
}

const browserSettings = (read: Read, apiPort: number) => ({
  origins: read('CORS_ORIGINS', origins, [`http://127.0.0.1:${apiPort}`, `http://localhost:${apiPort}`]),
  trustedProxies: read('TRUST_PROXY', trustedProxies, false),
});

/** Mail transport, sender address and the URL that mails link to. */
function mailSettings(read: Read, dataDir: string, publicAppUrl: string) {
  return {
    url: read('MAIL_URL', mailUrl(mailKinds), `file:${dataDir}/outbox`),
    from: read('MAIL_FROM', senderAddress, 'no-reply@localhost'),
    publicAppUrl,
  };
}

/** Private addresses that agents' base URLs may use. None by default. */
const upstreamSettings = (read: Read) => ({
  allowPrivate: read('ALLOW_PRIVATE_UPSTREAMS', oneOf(['on', 'off']), 'off') === 'on',
  localUpstreams: read('LOCAL_UPSTREAMS', upstreamOrigins, []),
});

function envReader(env: Env) {
  const problems: string[] = [];
  const read: Read = (name, reader, fallback) => {
    const text = env[name]?.trim() ?? '';
    if (text === '') return fallback;
    const value = reader(text);
    if (!(value instanceof SettingError)) return value;
    problems.push(`${name}: ${value.advice}`);
    return fallback;
  };
  return { read, problems };
}

/** Reports services of one process that share a port. */
function portConflicts(config: Ports & { readonly services: readonly ServiceName[] }): string[] {
  const owners = new Map<number, ServiceName>();
  return config.services.flatMap((service) => {
    const { port } = config[service];
    const owner = owners.get(port);
    if (port !== 0) owners.set(port, owner ?? service);
    if (port === 0 || owner === undefined) return [];
    return [`${PORTS[service]}: write another number than the ${PORTS[owner]}, both run in this process`];
  });
}

type Ports = Readonly<Record<ServiceName, { readonly port: number }>>;

const PORTS: Readonly<Record<ServiceName, string>> = {
  api: 'API_PORT',
  runtime: 'RUNTIME_PORT',
  gateway: 'GATEWAY_PORT',
  simulator: 'SIMULATOR_PORT',
};

type DeepReadonly<T> = { readonly [K in keyof T]: T[K] extends object ? DeepReadonly<T[K]> : T[K] };

function deepFreeze<T extends object>(value: T): DeepReadonly<T> {
  for (const part of Object.values(value)) if (typeof part === 'object' && part !== null) deepFreeze(part);
  return Object.freeze(value) as DeepReadonly<T>;
}
