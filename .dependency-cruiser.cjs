const ring = (...names) => `^(${names.join('|')})/`;

/** Who may import whom: tools -> bootstrap -> adapters -> application -> domain. tests/architecture plants one violation per rule. */
module.exports = {
  forbidden: [
    {
      name: 'domain-knows-only-itself',
      severity: 'error',
      from: { path: ring('domain') },
      to: { pathNot: ring('domain') },
    },
    {
      name: 'application-knows-domain-and-itself',
      severity: 'error',
      from: { path: ring('application') },
      to: { pathNot: ring('domain', 'application') },
    },
    {
      name: 'ports-know-only-domain',
      severity: 'error',
      from: { path: '^application/ports/' },
      to: { path: '^application/', pathNot: '^application/ports/' },
    },
    {
      name: 'areas-meet-through-ports',
      severity: 'error',
      from: { path: '^application/([^/]+)/', pathNot: '^application/ports/' },
      to: { path: '^application/[^/]+/', pathNot: ['^application/$1/', '^application/ports/'] },
    },
    {
      name: 'adapters-do-not-know-each-other',
      severity: 'error',
      from: { path: '^adapters/([^/]+)/' },
      to: { path: '^adapters/', pathNot: ['^adapters/$1/', '^adapters/lib/'] },
    },
    {
      name: 'vendors-do-not-know-each-other',
      severity: 'error',
      from: { path: '^adapters/providers/([a-z][^/]*)/' },
      to: { path: '^adapters/providers/[a-z][^/]*/', pathNot: '^adapters/providers/$1/' },
    },
    {
      name: 'shared-rooms-know-no-vendor',
      severity: 'error',
      from: { path: '^adapters/providers/(_[^/]+/.+|[^/]+[.]ts$)', pathNot: '^adapters/providers/index[.]ts$' },
      to: { path: '^adapters/providers/[a-z][^/]*/' },
    },
    {
      name: 'only-the-index-lists-vendors',
      severity: 'error',
      from: { path: ring('bootstrap', 'tools', 'adapters'), pathNot: '^adapters/providers/' },
      to: {
        path: '^adapters/providers/[a-z][^/]*/',
        pathNot: [
          '^adapters/providers/local/(engines|synthesiser|patched-recogniser|build/.+)[.]ts$',
          '^adapters/providers/openai-compatible/through-gateway[.]ts$',
          '^adapters/providers/simulator/telephony[.]ts$',
        ],
      },
    },
    {
      name: 'only-the-outside-assembles',
      severity: 'error',
      from: { path: ring('domain', 'application', 'adapters') },
      to: { path: ring('bootstrap', 'tools', 'tests') },
    },
    {
      name: 'tests-stay-outside',
      severity: 'error',
      from: { path: ring('domain', 'application', 'adapters', 'bootstrap', 'tools') },
      to: { path: ring('tests') },
    },
    {
      name: 'no-development-packages-at-work',
      severity: 'error',
      from: { path: ring('domain', 'application', 'adapters', 'bootstrap', 'tools'), pathNot: '/build/' },
      // uWebSockets.js is optional: its adapter reports a missing package.
      to: {
        dependencyTypes: ['npm-dev'],
        dependencyTypesNot: ['type-only'],
        pathNot: 'node_modules/uWebSockets\\.js/',
      },
    },
    {
      name: 'inversify-lives-in-bootstrap',
      severity: 'error',
      from: { pathNot: ring('bootstrap', 'tests') },
      to: { path: 'node_modules/(inversify|@inversifyjs|reflect-metadata)/' },
    },
    {
      name: 'figures-live-in-one-folder',
      severity: 'error',
      from: { pathNot: ['^adapters/prometheus/', ring('tests')] },
      to: { path: 'node_modules/prom-client/' },
    },
    {
      name: 'the-trace-sdk-lives-in-one-folder',
      severity: 'error',
      from: { pathNot: ['^adapters/opentelemetry/', ring('tests')] },
      to: { path: 'node_modules/@opentelemetry/(sdk|exporter|otlp)' },
    },
    {
      name: 'clients-know-only-the-api',
      severity: 'error',
      from: { path: ring('clients') },
      to: { path: ring('domain', 'application', 'adapters', 'bootstrap', 'tools', 'tests') },
    },
    {
      name: 'nothing-is-built-on-clients',
      severity: 'error',
      from: { path: ring('domain', 'application', 'adapters', 'bootstrap', 'tools') },
      to: { path: ring('clients') },
    },
    {
      name: 'the-typed-client-runs-in-browsers',
      severity: 'error',
      from: { path: ring('clients/typescript') },
      to: { pathNot: [ring('clients/typescript'), '^openapi[.]ts$', 'node_modules/openapi-fetch/'] },
    },
    {
      name: 'the-console-knows-only-clients-for-browsers',
      severity: 'error',
      from: { path: ring('console') },
      to: {
        path: ring('domain', 'application', 'adapters', 'bootstrap', 'tools', 'tests', 'clients'),
        pathNot: ring('clients/typescript', 'clients/browser'),
      },
    },
    {
      name: 'the-browser-package-stands-alone',
      severity: 'error',
      from: { path: ring('clients/browser') },
      to: { pathNot: ring('clients/browser') },
    },
    {
      name: 'the-widget-knows-only-the-browser-package',
      severity: 'error',
      from: { path: ring('clients/widget') },
      to: { pathNot: ring('clients/widget', 'clients/browser') },
    },
    {
      name: 'nothing-is-built-on-the-console',
      severity: 'error',
      from: { path: ring('domain', 'application', 'adapters', 'bootstrap', 'tools', 'clients') },
      to: { path: ring('console') },
    },
    {
      name: 'nothing-is-built-on-tools',
      severity: 'error',
      from: { path: ring('domain', 'application', 'adapters', 'bootstrap', 'clients', 'console') },
      to: { path: ring('tools') },
    },
    {
      name: 'pages-read-their-own-strings',
      severity: 'error',
      from: { path: '^console/src/pages/([^/]+)/' },
      to: { path: 'strings\\.ts$', pathNot: ['^console/src/pages/$1/', '^console/src/parts/'] },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-orphans',
      severity: 'error',
      from: {
        orphan: true,
        path: ring('domain', 'application', 'adapters', 'bootstrap', 'tools'),
        pathNot: '[.]d[.]ts$',
      },
      to: {},
    },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
