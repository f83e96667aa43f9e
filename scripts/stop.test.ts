import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findBinaries } from '#server/db/embedded/binaries.ts'
import { freePort } from '#server/free-port.ts'
import { makeDataDir, removeDataDir, type Started, startProduct } from '#test/e2e/start.ts'
import { type OwnPostgres, startOwnPostgres } from '#test/own-postgres.ts'
import { openProxy, type Proxy } from '#test/proxy.ts'

const patience = 240_000

describe('while the database is silent', () => {
  let server: OwnPostgres
  let databaseUrl: URL
  let throughProxy: URL
  let proxy: Proxy
  let folder: string
  let product: Started | undefined
  beforeAll(async () => {
    server = await startOwnPostgres(await findBinaries())
    databaseUrl = new URL(await server.createDatabase('clinic', 'clinic_admin'))
  }, patience)
  afterAll(() => server.stop())
  beforeEach(async () => {
    folder = await makeDataDir()
    proxy = await openProxy(databaseUrl)
    throughProxy = new URL(databaseUrl)
    throughProxy.port = String(proxy.port)
  })
  afterEach(async () => {
    product?.process.kill('SIGKILL')
    await product?.ended
    await proxy.shut()
    await removeDataDir(folder)
  })

  test.each(['web', 'worker', 'web,worker'])(
    'SIGTERM ends a process with the roles %s within 20 seconds',
    async (roles) => {
      const port = await freePort()
      product = startProduct({
        DATABASE_URL: throughProxy.href,
        APP_SECRET: 'x'.repeat(32),
        DATA_DIR: folder,
        PORT: String(port),
        ROLES: roles,
        SPEECH_ENGINE: 'none',
        OFFER_DEMO: 'false',
      })
      await product.says(roles === 'worker' ? 'The worker is ready' : 'Attend is ready')
      proxy.silence()
      const waiting = roles === 'worker' ? undefined : fetch(`http://127.0.0.1:${port}/api/health/ready`)
      expect((await waiting)?.status ?? 503).toBe(503)
      const asked = performance.now()
      product.process.kill('SIGTERM')
      expect([await product.ended, product.said()]).toEqual([0, expect.not.stringContaining('took too long')])
      expect(performance.now() - asked).toBeLessThan(20_000)
    },
    patience,
  )
})

test(
  'a stop that never ends is ended by force after 20 seconds',
  async () => {
    const child = spawn(process.execPath, ['scripts/hanging-stop.stand-in.ts'], { stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    child.stderr.on('data', (part: Buffer) => (said += part.toString()))
    await once(child.stdout, 'data')
    const asked = performance.now()
    child.kill('SIGTERM')
    await once(child, 'close')
    expect([child.exitCode, said]).toEqual([1, 'Stopping took too long; some work was interrupted.\n'])
    expect(performance.now() - asked).toBeGreaterThan(19_000)
  },
  patience,
)
