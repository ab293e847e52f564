const ring = (...names) => `^(${names.join('|')})/`;

/** Who may import whom: bootstrap -> adapters -> application -> domain. tests/architecture plants one violation per rule. */
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
      name: 'only-bootstrap-assembles',
      severity: 'error',
      from: { path: ring('domain', 'application', 'adapters') },
      to: { path: ring('bootstrap', 'tests') },
    },
    {
      name: 'tests-stay-outside',
      severity: 'error',
      from: { path: ring('domain', 'application', 'adapters', 'bootstrap') },
      to: { path: ring('tests') },
    },
    {
      name: 'no-development-packages-at-work',
      severity: 'error',
      from: { path: ring('domain', 'application', 'adapters', 'bootstrap'), pathNot: '/build/' },
      // uWebSockets.js is for whoever installs it: its adapter says so where it is not.
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
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-orphans',
      severity: 'error',
      from: { orphan: true, path: ring('domain', 'application', 'adapters', 'bootstrap'), pathNot: '[.]d[.]ts$' },
      to: {},
    },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Pages are served to browsers, which load their scripts by themselves.
    exclude: { path: '^adapters/media/page/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
