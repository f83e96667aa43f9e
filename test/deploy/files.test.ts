import { existsSync, readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod'
import { Settings } from '#server/settings.ts'
import { version } from '#server/version.ts'

const root = new URL('../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')
const known = new Set(Object.keys(Settings.shape))
const unknown = (names: Iterable<string>) => [...names].filter((name) => !known.has(name))

const Compose = z.looseObject({
  services: z.record(
    z.string(),
    z.looseObject({
      environment: z.record(z.string(), z.string()).optional(),
      env_file: z.array(z.object({ path: z.string(), required: z.boolean() })).optional(),
      command: z.array(z.string()).optional(),
      read_only: z.boolean().optional(),
      volumes: z.array(z.string()).optional(),
      networks: z.array(z.string()),
    }),
  ),
  volumes: z.record(z.string(), z.unknown()),
  networks: z.record(z.string(), z.unknown()),
})
const Values = z.looseObject({ settings: z.record(z.string(), z.string()) })

const dockerfile = read('deploy/container/Dockerfile')
const environment = new Map(
  [...(/^ENV (.+)$/m.exec(dockerfile)?.[1] ?? '').matchAll(/(\w+)=(\S+)/g)].map(([, name = '', value]) => [
    name,
    value,
  ]),
)
const port = environment.get('PORT')
/** Files of the checkout that the image is built from. */
const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, sources = '']) => sources.split(' '))

describe('the image', () => {
  test('every file that the Dockerfile copies exists and is in the build context', () => {
    const passed = read('deploy/container/Dockerfile.dockerignore').match(/(?<=^!).+$/gm) ?? []
    expect(copied.length).toBeGreaterThan(10)
    expect(copied.filter((path) => !existsSync(new URL(path, root)))).toEqual([])
    const missing = copied.filter((path) => !passed.some((one) => path === one || path.startsWith(`${one}/`)))
    expect(missing).toEqual([])
  })

  test('the image sets only settings that exist, and one port for product, probes and health check', () => {
    expect(unknown([...environment.keys()].filter((name) => name !== 'PATH'))).toEqual([])
    expect([environment.get('HEALTH_PORT'), /^EXPOSE (\d+)$/m.exec(dockerfile)?.[1]]).toEqual([port, port])
    expect(existsSync(new URL(/^HEALTHCHECK .*"(scripts[^"]+)"/m.exec(dockerfile)?.[1] ?? 'none', root))).toBe(true)
  })

  test('the image does not run as root', () => {
    expect(/^USER (\d+)/m.exec(dockerfile)?.[1]).toMatch(/^[1-9]\d+$/)
  })
})

describe('the compose file', () => {
  const { services, volumes, networks } = Compose.parse(parse(read('deploy/compose/compose.yaml'), { merge: true }))
  const ours = ['web-1', 'web-2', 'worker']
  const settingsOf = (name: string) => services[name]?.environment ?? {}

  const example: readonly string[] = read('deploy/compose/settings.example').match(/^\w+(?==)/gm) ?? []

  test('the example has all required variables of the compose file, and each variable is used there or is a setting', () => {
    const uses = [...read('deploy/compose/compose.yaml').matchAll(/\$\{(\w+)(:\?)?/g)]
    const used = new Set(uses.map(([, name = '']) => name))
    const required = new Set(uses.flatMap(([, name = '', mark]) => (mark ? [name] : [])))
    expect([...required].filter((name) => !example.includes(name))).toEqual([])
    expect(example.filter((name) => !used.has(name))).toEqual([])
    expect(unknown(used).filter((name) => !required.has(name))).toEqual([])
  })

  test('every setting in the file .env reaches the processes of Attend, except those that belong to the containers', () => {
    const fixed = { TRUST_PROXY: 'true', ROLES: expect.stringMatching(/^(web|worker)$/) }
    const ofImage = Object.fromEntries([...environment].filter(([name]) => known.has(name)))
    for (const name of ours) {
      expect(services[name]?.env_file).toEqual([{ path: '.env', required: false }])
      const notPassed = Object.entries(settingsOf(name)).filter(([key, value]) => !value.startsWith(`\${${key}:`))
      const notSettings = Object.fromEntries(unknown(example).map((key) => [key, '']))
      expect(Object.fromEntries(notPassed)).toEqual({ ...ofImage, ...fixed, ...notSettings })
    }
    expect(ours.map((name) => settingsOf(name)['ROLES'])).toEqual(['web', 'web', 'worker'])
  })

  test('the superuser of the database is not passed to Attend', () => {
    for (const name of ours) expect(settingsOf(name)['SUPERUSER_PASSWORD']).toBe('')
  })

  test('the compose file addresses services by their names and ports', () => {
    const { DATABASE_URL, S3_ENDPOINT = '' } = settingsOf('worker')
    expect(DATABASE_URL).toContain('@database:5432/attend')
    expect(services['database']).toBeDefined()
    const { hostname, port: storePort, pathname } = new URL(/:-(.+)\}$/.exec(S3_ENDPOINT)?.[1] ?? '')
    expect([services[hostname]?.command?.[1], services[hostname]?.volumes]).toEqual([
      `:${storePort}`,
      [`files:/store${pathname}`],
    ])
    expect(read('deploy/compose/Caddyfile')).toContain(`reverse_proxy web-1:${port} web-2:${port} {`)
  })

  test('the compose file runs Attend read-only, uses the declared volumes and networks, and separates the proxy from the database', () => {
    for (const name of ours) expect(services[name]?.read_only).toBe(true)
    const all = Object.values(services)
    const used = all.flatMap((one) => one.volumes ?? []).filter((volume) => !volume.startsWith('.'))
    expect(new Set(used.map((volume) => volume.split(':')[0]))).toEqual(new Set(Object.keys(volumes)))
    expect(new Set(all.flatMap((one) => one.networks))).toEqual(new Set(Object.keys(networks)))
    expect(services['proxy']?.networks).not.toContain('inside')
    expect(services['database']?.networks).toEqual(['inside'])
  })
})

describe('the chart', () => {
  test('the chart has the version of package.json', () => {
    expect(parse(read('deploy/helm/attend/Chart.yaml'))).toMatchObject({ version, appVersion: version })
  })

  test('the chart sets only settings that exist', async () => {
    const folder = new URL('deploy/helm/attend/templates/', root)
    const texts = await Promise.all((await readdir(folder)).map((name) => readFile(new URL(name, folder), 'utf8')))
    const set = [...texts.join('\n').matchAll(/- (?:\{ )?name: ([A-Z_]{3,})/g)].map(([, name = '']) => name)
    expect(set).toContain('ROLES')
    expect(unknown(set)).toEqual([])
    const text = read('deploy/helm/attend/values.yaml')
    expect(unknown(Object.keys(Values.parse(parse(text)).settings))).toEqual([])
    expect(unknown(text.match(/\b[A-Z]+_[A-Z_0-9]+\b/g) ?? [])).toEqual([])
  })

  test('the chart sends probes to the port of the image', () => {
    expect(read('deploy/helm/attend/templates/_helpers.tpl')).toContain(`{ name: http, containerPort: ${port} }`)
  })
})

test.each(['nginx.conf', 'Caddyfile'])('%s sends requests to the default port', (name) => {
  expect(read(`deploy/proxy/${name}`)).toContain(`127.0.0.1:${Settings.shape.PORT.parse(undefined)}`)
})

test('both Caddyfiles have the same rules', () => {
  const rules = (text: string) =>
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '' && !line.startsWith('#'))
      .slice(1)
      .map((line) => (line.startsWith('reverse_proxy') ? 'reverse_proxy' : line))
  expect(rules(read('deploy/compose/Caddyfile'))).toEqual(rules(read('deploy/proxy/Caddyfile')))
})
