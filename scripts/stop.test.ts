import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findBinaries } from '#server/db/embedded/binaries.ts'
import { type Installation, makeInstallation } from '#test/e2e/start.ts'
import { type OwnPostgres, startOwnPostgres } from '#test/own-postgres.ts'
import { openProxy, type Proxy } from '#test/proxy.ts'

const testTimeoutMs = 240_000

describe('stopping while the database does not respond', () => {
  let server: OwnPostgres
  let databaseUrl: URL
  let throughProxy: URL
  let proxy: Proxy
  let installation: Installation
  beforeAll(async () => {
    server = await startOwnPostgres(await findBinaries())
    databaseUrl = new URL(await server.createDatabase('clinic', 'clinic_admin'))
  }, testTimeoutMs)
  afterAll(() => server.stop())
  beforeEach(async () => {
    installation = await makeInstallation()
    proxy = await openProxy(databaseUrl)
    throughProxy = new URL(databaseUrl)
    throughProxy.port = String(proxy.port)
  })
  afterEach(async () => {
    await installation.close()
    await proxy.close()
  })

  test.each(['web', 'worker', 'web,worker'])(
    'SIGTERM ends a process with the roles %s within 20 seconds if the database does not respond',
    async (roles) => {
      const product = installation.start({
        DATABASE_URL: throughProxy.href,
        APP_SECRET: 'x'.repeat(32),
        ROLES: roles,
      })
      await product.untilOutput(roles === 'worker' ? 'The worker is ready' : 'Attend is ready')
      proxy.dropPackets()
      const waiting = roles === 'worker' ? undefined : installation.ask('/api/health/ready')
      expect((await waiting)?.status ?? 503).toBe(503)
      const asked = performance.now()
      product.process.kill('SIGTERM')
      expect([await product.ended, product.output()]).toEqual([0, expect.not.stringContaining('took too long')])
      expect(performance.now() - asked).toBeLessThan(20_000)
    },
    testTimeoutMs,
  )
})

test(
  'a stop that hangs is forced after 20 seconds',
  async () => {
    const child = spawn(process.execPath, ['scripts/hanging-stop.fixture.ts'], { stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    child.stderr.on('data', (part: Buffer) => (output += part.toString()))
    await once(child.stdout, 'data')
    const asked = performance.now()
    child.kill('SIGTERM')
    await once(child, 'close')
    expect([child.exitCode, output]).toEqual([1, 'Stopping took too long; some work was interrupted.\n'])
    expect(performance.now() - asked).toBeGreaterThan(19_000)
  },
  testTimeoutMs,
)
