// The import boundaries (docs/architecture.md). `npm run walls` fails on a violation.

const { readdirSync } = require('node:fs')
const { Visitor } = require('@swc/core/Visitor.js')

// swc parses `using`, but its visitor does not support the statement.
// oxlint-disable-next-line typescript/unbound-method -- called on its own instance below
const visitStatement = Visitor.prototype.visitStatement
Visitor.prototype.visitStatement = function (statement) {
  if (statement.type !== 'UsingDeclaration') return visitStatement.call(this, statement)
  return { ...statement, decls: this.visitVariableDeclarators(statement.decls) }
}

/** An earlier feature reaches a later one only by enqueueing a name of the job catalog. */
const featureOrder = [
  'accounts',
  'organizations',
  'members',
  'invitations',
  'billing',
  'notices',
  'clients',
  'releases',
  'sessions',
  'recordings',
  'transcripts',
  'templates',
  'models',
  'engines',
  'notes',
  'records',
  'review',
  'signatures',
  'amendments',
  'cosign',
  'work-queue',
  'insights',
  'corrections',
  'progress',
  'copies',
  'feedback',
  'resources',
  'psychotherapy-notes',
  'snippets',
  'viewing',
  'audit',
  'admin',
  'demo',
]

const unordered = readdirSync(`${__dirname}/src/server/features`).filter((feature) => !featureOrder.includes(feature))
if (unordered.length > 0) throw new Error(`Give these features a place in featureOrder: ${unordered.join(', ')}`)

const stores = ['^src/server/features/[^/]+/(live/)?store[.]ts$', '^src/server/features/[^/]+/[a-z]+-store[.]ts$']

/** Files of the session pipeline that its steps import. */
const pipelineInterface = '(order|step|enqueue-step|is-underway)'

const later = featureOrder.slice(0, -1).map((feature, index) => ({
  name: `features-in-order: ${feature}`,
  comment: 'Server features have an order; enqueue a job instead.',
  severity: 'error',
  from: { path: `^src/server/features/${feature}/`, pathNot: '[.]test[.]ts$' },
  to: { path: `^src/server/features/(${featureOrder.slice(index + 1).join('|')})/` },
}))

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-circles',
      comment: 'Type imports count too. The router generates one file that knows its pages.',
      severity: 'error',
      from: { pathNot: '[.]gen[.]ts$' },
      to: { circular: true, viaNot: '[.]gen[.]ts$' },
    },
    {
      name: 'no-missing',
      severity: 'error',
      from: {},
      // Packages for other machines are optional, and Vite makes the virtual modules.
      to: { couldNotResolve: true, pathNot: '^virtual:' },
    },
    {
      name: 'nothing-unlisted',
      comment: 'What a running server imports is a production dependency; pages are bundled.',
      severity: 'error',
      from: { path: '^src/(server|shared)/', pathNot: '[.]test[.]tsx?$' },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'nothing-unlisted-in-pages',
      severity: 'error',
      from: { path: '^src/web/', pathNot: '[.]test[.]tsx?$' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'product-knows-no-tests',
      severity: 'error',
      from: { path: '^src/', pathNot: ['[.]test[.]tsx?$', '^src/web/testing/'] },
      to: { path: '^(test|scripts|bench|src/web/testing)/|[.]test[.]tsx?$' },
    },
    {
      name: 'shared-imports-neither-side',
      severity: 'error',
      from: { path: '^src/shared/', pathNot: '[.]test[.]ts$' },
      to: { pathNot: ['^src/shared/', '^node_modules/(zod|@orpc/contract)/'] },
    },
    {
      name: 'web-and-server-never-meet: web',
      severity: 'error',
      from: { path: '^src/web/' },
      to: { path: '^src/server/' },
    },
    {
      name: 'web-and-server-never-meet: server',
      severity: 'error',
      from: { path: '^src/server/' },
      to: { path: '^src/web/' },
    },
    {
      name: 'web-no-node',
      severity: 'error',
      from: { path: '^src/(web|shared)/', pathNot: '[.]test[.]tsx?$' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'web-rooms: pages',
      comment:
        'pages → features → ui, identity, api → shared. The app shell is above the pages; pages do not import each other.',
      severity: 'error',
      from: { path: '^src/web/pages/' },
      to: { path: '^src/web/(app|pages)/', pathNot: '[.]css$' },
    },
    {
      name: 'web-rooms: features',
      severity: 'error',
      from: { path: '^src/web/features/' },
      to: { path: '^src/web/(app|pages)/' },
    },
    {
      name: 'web-rooms: one feature',
      comment: 'A feature does not import another feature; the page combines them.',
      severity: 'error',
      from: { path: '^src/web/features/([^/]+)/' },
      to: { path: '^src/web/features/', pathNot: '^src/web/features/$1/' },
    },
    {
      name: 'web-rooms: ui',
      severity: 'error',
      from: { path: '^src/web/ui/' },
      to: { path: '^src/web/(app|pages|features)/' },
    },
    {
      name: 'web-rooms: identity and api',
      severity: 'error',
      from: { path: '^src/web/(identity|api)/' },
      to: { path: '^src/web/(app|pages|features|ui)/' },
    },
    ...later,
    {
      name: 'server-stores-are-private',
      severity: 'error',
      from: { path: '^src/server/(?!features/)', pathNot: '[.]test[.]ts$' },
      to: { path: stores },
    },
    {
      name: 'server-stores-are-private: features',
      severity: 'error',
      from: { path: '^src/server/features/([^/]+)/', pathNot: '[.]test[.]ts$' },
      to: { path: stores, pathNot: '^src/server/features/$1/' },
    },
    {
      name: 'server-routes-call-use-cases',
      severity: 'error',
      from: { path: ['^src/server/features/[^/]+/routes[.]ts$', '^src/server/features/[^/]+/raw-routes[.]ts$'] },
      to: { path: ['^src/server/(db|providers)/', ...stores] },
    },
    {
      name: 'server-stores-know-the-database-only',
      severity: 'error',
      from: { path: stores },
      to: { path: '^src/server/(http|jobs|providers)/|/(routes|jobs)[.]ts$' },
    },
    {
      name: 'server-features-see-ports',
      comment: 'Vendors come as ports on the context. Readers of file formats are libraries of ours, not vendors.',
      severity: 'error',
      from: { path: '^src/server/features/', pathNot: '[.]test[.]ts$' },
      to: {
        path: '^src/server/providers/',
        pathNot: ['/port[.]ts$', '^src/server/providers/media/', '^src/server/providers/files/work-folder[.]ts$'],
      },
    },
    {
      name: 'session-pipeline-is-mounted-by-the-app',
      comment: 'Steps and requests use its small files below: the order of the steps and how to enqueue one.',
      severity: 'error',
      from: { path: '^src/server/', pathNot: ['^src/server/(session-pipeline/|app[.]ts$)', '[.]test[.]ts$'] },
      to: { path: '^src/server/session-pipeline/', pathNot: `^src/server/session-pipeline/${pipelineInterface}[.]ts$` },
    },
    {
      name: 'session-pipeline-for-its-steps-only',
      comment: 'Features before recordings and after insights are not steps.',
      severity: 'error',
      from: {
        path: '^src/server/(?!session-pipeline/|features/(recordings|transcripts|notes|insights)/|app[.]ts$)',
        pathNot: '[.]test[.]ts$',
      },
      to: { path: '^src/server/session-pipeline/' },
    },
    {
      name: 'session-pipeline-below-its-steps',
      comment: 'What the steps import knows no step.',
      severity: 'error',
      from: { path: `^src/server/session-pipeline/(${pipelineInterface}|run-step)[.]ts$` },
      to: { path: '^src/server/features/', pathNot: '^src/server/features/sessions/' },
    },
    {
      name: 'use-case-runner-knows-no-feature',
      comment: 'Requests and jobs use it alike.',
      severity: 'error',
      from: { path: '^src/server/use-case/' },
      to: { path: '^src/server/(features|http|session-pipeline|providers)/' },
    },
    {
      name: 'clinical-text-does-no-input-or-output',
      comment: 'The engine for transcripts and notes is pure. Adapters and use cases call it.',
      severity: 'error',
      from: { path: '^src/server/clinical-text/', pathNot: '[.]test[.]ts$' },
      to: {
        path: '^src/server/',
        pathNot: ['^src/server/clinical-text/', '^src/server/providers/(drafter|analyst)/port[.]ts$'],
      },
    },
    {
      name: 'clinical-text-does-no-input-or-output: node',
      severity: 'error',
      from: { path: '^src/server/clinical-text/', pathNot: '[.]test[.]ts$' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'server-providers-know-no-feature',
      severity: 'error',
      from: { path: '^src/server/providers/', pathNot: '[.]test[.]ts$' },
      to: { path: '^src/server/(features|http|jobs|db|session-pipeline|use-case)/' },
    },
    {
      name: 'server-database-knows-no-feature',
      severity: 'error',
      from: { path: '^src/server/db/', pathNot: '[.]test[.]ts$' },
      to: { path: '^src/server/(features|http|providers|session-pipeline|use-case)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|[.]data|[.]test-data)/' },
    // swc reports type imports. `tsPreCompilationDeps` would add nothing and warn that TypeScript 7 is not supported.
    parser: 'swc',
    combinedDependencies: false,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json', '.css'],
    },
    reporterOptions: { text: { highlightFocused: true } },
  },
}
