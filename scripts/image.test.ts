import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import * as z from 'zod'
import { type Installation, makeInstallation } from '#test/e2e/start.ts'

const Lock = z.object({ packages: z.record(z.string(), z.looseObject({ dev: z.boolean().optional() })) })

/** On the disk of the checkout, so that packages can be hard links. */
const image = join(process.cwd(), 'dist/image')
const dockerfile = readFileSync('deploy/container/Dockerfile', 'utf8')
const lastStage = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '))

let installation: Installation
beforeEach(async () => {
  installation = await makeInstallation()
  rmSync(image, { recursive: true, force: true })
  for (const [, options = '', sources = '', target = ''] of lastStage.matchAll(/^COPY (--from=\S+ )?(.+) (\S+)$/gm)) {
    if (options.includes('packages')) copyPackages()
    else for (const source of sources.split(' ')) copyFile(source.replace('/app/', ''), target)
  }
})
afterEach(async () => {
  await installation.close()
  rmSync(image, { recursive: true, force: true })
})

function copyFile(source: string, target: string): void {
  const isFolder = target.endsWith('/') || target === '.'
  cpSync(source, isFolder ? join(image, target, source.split('/').at(-1) ?? '') : join(image, target), {
    recursive: true,
  })
}

/** The packages that `npm ci --omit=dev` installs. */
function copyPackages(): void {
  const { packages } = Lock.parse(JSON.parse(readFileSync('node_modules/.package-lock.json', 'utf8')))
  const roots = Object.keys(packages).filter(
    (path) => !packages[path]?.dev && !/node_modules\/.*node_modules\//.test(path),
  )
  for (const path of roots) {
    mkdirSync(join(image, dirname(path)), { recursive: true })
    execFileSync('cp', ['-al', path, join(image, path)])
  }
}

test(
  'Attend starts from only the files and packages of the image, its health check passes, and commands run',
  { timeout: 240_000 },
  async () => {
    const command = /^CMD (\[.+\])$/m.exec(lastStage)?.[1] ?? ''
    const [, ...args] = z.array(z.string()).parse(JSON.parse(command))
    const container = installation.start({}, 'sh', ['-c', 'cd "$0" && exec "$@"', image, process.execPath, ...args])
    await container.untilOutput('Attend is ready')
    const checkHealth = (port: number) =>
      execFileSync(process.execPath, ['scripts/check-health.ts'], { cwd: image, env: { PORT: String(port) } })
    checkHealth(installation.port)
    expect((await installation.ask('/')).status).toBe(200)
    const options = ['--run', 'restore', '--', '--until', 'yesterday']
    const run = () => execFileSync(process.execPath, options, { cwd: image, env: { PATH: '/bin' }, stdio: 'pipe' })
    expect(run).toThrow('--until takes a time with its time zone')
    container.process.kill('SIGTERM')
    expect(await container.ended).toBe(0)
    expect(() => checkHealth(installation.port)).toThrow('Command failed')
  },
)
