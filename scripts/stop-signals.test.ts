import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Installation, makeInstallation, processesOf } from '#test/e2e/start.ts'

/** The timeout is long, because a start takes some seconds on a machine shared with other tests. */
const testTimeoutMs = 240_000
const pollOptions = { timeout: 60_000, interval: 20 }

// All starts share one folder: an interrupted start must leave it usable, and only the first creates a database.
let installation: Installation
beforeAll(async () => {
  installation = await makeInstallation()
})
afterAll(() => installation.close())

const expectNoProcess = () => expect.poll(() => processesOf(installation.folder), { timeout: 5000 }).toEqual([])

describe('a stopped start leaves no process running', { timeout: testTimeoutMs }, () => {
  test('SIGTERM at any moment of the start leaves no process running', async () => {
    // During these delays, the start creates the cluster, starts it, migrates the database and opens the queue.
    for (const delay of [0, 400, 900, 1500]) {
      const product = installation.start()
      const status = () => installation.ask('/api/health/live').then((response) => response.status, String)
      await expect.poll(status, pollOptions).toBe(200)
      await sleep(delay)
      product.process.kill('SIGTERM')
      expect([await product.ended, product.output()]).toEqual([0, expect.stringContaining('Stopping…')])
      await expectNoProcess()
    }
  })

  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    '%s to a running product leaves no process running',
    async (signal) => {
      const product = installation.start()
      await product.untilOutput('Attend is ready')
      product.process.kill(signal)
      expect(await product.ended).toBe(0)
      await expectNoProcess()
    },
  )

  test.each(['SIGTERM', 'SIGKILL'] as const)(
    '%s to the npm that launched the product leaves no process running',
    async (signal) => {
      // An empty setting overrides a developer's .env.
      const product = installation.start({ DATABASE_URL: '' }, 'npm', ['start', '--silent', '--', '--as-built'])
      await product.untilOutput('Attend is ready')
      product.process.kill(signal)
      await expectNoProcess()
      await expect(installation.ask('/api/health')).rejects.toThrow('fetch failed')
    },
  )
})
