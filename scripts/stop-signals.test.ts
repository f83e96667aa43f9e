import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Installation, makeInstallation, processesOf } from '#test/e2e/start.ts'

/** Other tests share the machine: a start takes some seconds then. */
const patience = 240_000
const soon = { timeout: 60_000, interval: 20 }

// All starts share one folder: an interrupted start must leave it usable, and only the first makes a database.
let installation: Installation
beforeAll(async () => {
  installation = await makeInstallation()
})
afterAll(() => installation.close())

const expectNoProcess = () => expect.poll(() => processesOf(installation.folder), { timeout: 5000 }).toEqual([])

describe('a stopped start leaves no process running', { timeout: patience }, () => {
  test('after SIGTERM at any moment of the start', async () => {
    // Making the cluster, starting it, the migrations, the queue.
    for (const delay of [0, 400, 900, 1500]) {
      const product = installation.start()
      const status = () => installation.ask('/api/health/live').then((response) => response.status, String)
      await expect.poll(status, soon).toBe(200)
      await sleep(delay)
      product.process.kill('SIGTERM')
      expect([await product.ended, product.said()]).toEqual([0, expect.stringContaining('Stopping…')])
      await expectNoProcess()
    }
  })

  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('after %s when it is ready', async (signal) => {
    const product = installation.start()
    await product.says('Attend is ready')
    product.process.kill(signal)
    expect(await product.ended).toBe(0)
    await expectNoProcess()
  })

  test.each(['SIGTERM', 'SIGKILL'] as const)('after %s to the npm that launched it', async (signal) => {
    const product = installation.start({}, 'npm', ['start', '--silent', '--', '--as-built'])
    await product.says('Attend is ready')
    product.process.kill(signal)
    await expectNoProcess()
    await expect(installation.ask('/api/health')).rejects.toThrow('fetch failed')
  })
})
