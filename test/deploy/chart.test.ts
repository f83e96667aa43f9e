import { execFileSync, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import * as z from 'zod'
import { Settings } from '#server/settings.ts'

// Renders the chart with Helm, if it is installed. Without Helm these tests are skipped.

const chart = fileURLToPath(new URL('../../deploy/helm/attend', import.meta.url))
const hasHelm = spawnSync('helm', ['version']).status === 0

const Pod = z.looseObject({
  containers: z.array(z.looseObject({ env: z.array(z.looseObject({ name: z.string() })) })),
})
const Rendered = z.looseObject({
  kind: z.string(),
  metadata: z.looseObject({ name: z.string() }),
  spec: z
    .looseObject({
      template: z.looseObject({ spec: Pod }).optional(),
      jobTemplate: z.object({ spec: z.looseObject({ template: z.looseObject({ spec: Pod }) }) }).optional(),
    })
    .optional(),
})
const Egress = z.looseObject({
  to: z.array(z.unknown()).optional(),
  ports: z.array(z.looseObject({ port: z.number() })),
})

function helm(values: object): string {
  const parts = ['template', 'attend', chart, '--kube-version', '1.30.0', '--values', '-']
  return execFileSync('helm', parts, { input: JSON.stringify(values), encoding: 'utf8', stdio: 'pipe' })
}

function render(values: object) {
  const documents = parseAllDocuments(helm(values)).map((document) => {
    expect(document.errors).toEqual([])
    return Rendered.nullable().parse(document.toJS())
  })
  return documents.filter((one) => one !== null)
}

const everything = {
  image: { tag: '9.9.9', pullSecrets: [{ name: 'registry' }] },
  settings: { PUBLIC_URL: 'https://clinic.example', WORKER_JOBS: 'long' },
  shared: { storageClass: 'shared' },
  database: { storageClass: 'fast', plugins: [{ name: 'archive', isWALArchiver: true }] },
  ingress: { enabled: true },
  networkPolicy: { metricsFrom: [{ namespaceSelector: {} }] },
  nodeSelector: { disk: 'encrypted' },
  tolerations: [{ operator: 'Exists' }],
}
const minimal = {
  settings: { FILES: null, S3_ENDPOINT: null },
  web: { replicas: 1, resources: null },
  worker: { replicas: 1, resources: null },
  database: { enabled: false },
  networkPolicy: { enabled: false },
}

describe.skipIf(!hasHelm)('the rendered chart', () => {
  test.for([
    ['default values', {}, 13],
    ['every optional part', everything, 14],
    ['no optional part', minimal, 9],
  ] as const)(
    'the chart with %s has the expected number of objects, and sets each setting of a pod once',
    ([, values, count]) => {
      const objects = render(values)
      expect(objects).toHaveLength(count)
      expect(new Set(objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`)).size).toBe(count)
      const pods = objects.flatMap(({ spec }) => (spec?.template ?? spec?.jobTemplate?.spec.template)?.spec ?? [])
      expect(pods).toHaveLength(4)
      for (const { containers } of pods) {
        const names = containers.flatMap(({ env }) => env.map(({ name }) => name))
        expect(new Set(names).size).toBe(names.length)
        expect(names.filter((name) => !(name in Settings.shape))).toEqual([])
      }
    },
  )

  test('the chart has no rule that allows every sender if the settings name no sender', () => {
    const objects = render({ networkPolicy: { from: [], to: [] } })
    const web = objects.find(({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name === 'attend-web')
    expect(web?.spec).toMatchObject({ policyTypes: ['Ingress'] })
    expect(web?.spec).not.toHaveProperty('ingress')
  })

  test.for([
    [true, true],
    [false, false],
  ])(
    'with database.enabled=%s, Attend can connect to port 5432; only of the database of the chart: %s',
    ([enabled, isOwn]) => {
      const objects = render({ database: { enabled }, networkPolicy: { to: [] } })
      const policy = objects.find(({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name === 'attend')
      const rules = z.array(Egress).parse(policy?.spec?.['egress'])
      const rule = rules.find(({ ports }) => ports.some(({ port }) => port === 5432))
      expect(rule).toBeDefined()
      expect(rule?.to !== undefined).toBe(isOwn)
    },
  )

  test('networkPolicy.database limits port 5432 to the database of DATABASE_URL', () => {
    const peers = [{ ipBlock: { cidr: '10.20.30.40/32' } }, { namespaceSelector: { matchLabels: { name: 'data' } } }]
    const objects = render({ database: { enabled: false }, networkPolicy: { database: peers } })
    const policy = objects.find(({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name === 'attend')
    const rules = z.array(Egress).parse(policy?.spec?.['egress'])
    const open = rules.filter(({ ports }) => ports.some(({ port }) => port === 5432))
    expect(open.map(({ to }) => to)).toEqual([peers])
  })

  test('the pod for commands has the settings of a worker, waits to be started, and receives no requests', () => {
    const objects = render({ settings: { BACKUP_TO: 'https://store.example/backups' } })
    const job = objects.find(({ kind }) => kind === 'CronJob')
    expect(job?.metadata.name).toBe('attend-command')
    expect(job?.spec).toMatchObject({ suspend: true })
    const worker = objects.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === 'attend-worker')
    const [container] = job?.spec?.jobTemplate?.spec.template.spec.containers ?? []
    expect(container?.env).toEqual(worker?.spec?.template?.spec.containers[0]?.env)
    expect(container).toMatchObject({ args: ['sleep', '86400'] })
    expect(job?.spec?.jobTemplate?.spec.template).toMatchObject({
      metadata: { labels: { 'app.kubernetes.io/name': 'attend', 'app.kubernetes.io/component': 'command' } },
      spec: { restartPolicy: 'Never' },
    })
  })

  test.for([
    [{ web: { replicas: 'two' } }, 'web.replicas: Invalid type. Expected: integer, given: string'],
    [{ networkPolcy: { enabled: false } }, 'Additional property networkPolcy is not allowed'],
    [{ settings: { PUBLIC_URL: 'http://clinic.example' } }, 'settings.PUBLIC_URL: Does not match pattern'],
    // Helm would write the number as 2e+07.
    [{ settings: { SPEECH_MAX_BYTES: 20_000_000 } }, 'settings.SPEECH_MAX_BYTES: Invalid type'],
    [{ settings: { ROLES: 'web' } }, 'settings.ROLES: the chart sets it itself. Remove it.'],
    [{ settings: { APP_SECRET: 'x' } }, 'settings.APP_SECRET: move it to the secret that existingSecret names.'],
    [{ shared: { size: 20 } }, 'shared.size: Invalid type'],
    [{ database: { instances: 0 } }, 'database.instances: Must be greater than or equal to 1'],
  ] as const)('the chart is not rendered from %j', ([values, message]) => {
    expect(() => helm(values)).toThrow(message)
  })
})
