import { createServer } from 'node:net'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { freePort } from '#server/free-port.ts'
import { makeDataDir, processesOf, removeDataDir, type Started, startProduct } from '#test/e2e/start.ts'

/** Other tests share the machine: a start takes some seconds then. */
const patience = 240_000
const soon = { timeout: 60_000, interval: 20 }

let folder: string
let port: number
const started: Started[] = []
beforeEach(async () => {
  folder = await makeDataDir()
  port = await freePort()
})
afterEach(async () => {
  for (const { process, ended } of started.splice(0)) {
    process.kill('SIGKILL')
    await ended
  }
  await removeDataDir(folder)
})

function start(settings: Record<string, string> = {}, program?: string, args?: string[]): Started {
  const one = startProduct(
    { DATA_DIR: folder, PORT: String(port), SPEECH_ENGINE: 'none', OFFER_DEMO: 'false', ...settings },
    program,
    args,
  )
  started.push(one)
  return one
}

/** Nothing of this installation runs any more. */
const nothingRuns = () => expect.poll(() => processesOf(folder), { timeout: 5000 }).toEqual([])

const ask = (path: string, accept = 'application/json') =>
  fetch(`http://127.0.0.1:${port}${path}`, { headers: { accept } })

describe('a start that is asked to stop', { timeout: patience }, () => {
  test('stops the server and its database, whatever it was doing', async () => {
    // Making the cluster, starting it, the migrations, the queue.
    for (const delay of [0, 400, 900, 1500]) {
      const product = start()
      await expect.poll(() => ask('/api/health/live').then(({ status }) => status, String), soon).toBe(200)
      await sleep(delay)
      product.process.kill('SIGTERM')
      expect([await product.ended, product.said()]).toEqual([0, expect.stringContaining('Stopping…')])
      await nothingRuns()
    }
  })

  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('on %s stops the server and its database', async (signal) => {
    const product = start()
    await product.says('Attend is ready')
    product.process.kill(signal)
    expect(await product.ended).toBe(0)
    await nothingRuns()
  })

  test.each(['SIGTERM', 'SIGKILL'] as const)('when its npm gets %s, stops too', async (signal) => {
    const product = start({}, 'npm', ['start', '--silent', '--', '--as-built'])
    await product.says('Attend is ready')
    product.process.kill(signal)
    await nothingRuns()
    await expect(ask('/api/health')).rejects.toThrow('fetch failed')
  })
})

describe('a start that fails', { timeout: patience }, () => {
  /** The one line that a failed start says. Nothing of it is left running. */
  async function lastWords(product: Started): Promise<string> {
    expect(await product.ended).toBe(1)
    await nothingRuns()
    expect(product.said().trim().split('\n')).toHaveLength(1)
    return product.said().trim()
  }

  test('because the port is in use touches nothing', async () => {
    const other = createServer().listen(port, '127.0.0.1')
    expect(await lastWords(start())).toMatch(/^Port \d+ is already in use: stop the program that uses it .*or set PORT/)
    expect(await processesOf(folder)).toEqual([])
    await expect(readFile(join(folder, 'postgres', 'cluster', 'PG_VERSION'))).rejects.toThrow('ENOENT')
    other.close()
  })

  test('because its folder cannot be written says what to do', async () => {
    const file = join(folder, 'a-file')
    await writeFile(file, '')
    expect(await lastWords(start({ DATA_DIR: join(file, 'data') }))).toMatch(
      /^Attend cannot write to its folder .*: .*DATA_DIR/,
    )
  })

  test('because the folder belongs to somebody else says what to do', async () => {
    const foreign = join(folder, 'foreign')
    await mkdir(foreign, { mode: 0o755 })
    // Root may write everywhere, so the start runs as another user.
    if (process.getuid?.() !== 0) return
    const args = [
      '--reuid=65534',
      '--regid=65534',
      '--clear-groups',
      process.execPath,
      'scripts/start.ts',
      '--as-built',
    ]
    expect(await lastWords(start({ DATA_DIR: foreign }, 'setpriv', args))).toMatch(
      /^Attend cannot write .*chown.*DATA_DIR/,
    )
  })

  test('because another Attend runs on the folder says so', async () => {
    const first = start()
    await first.says('Attend is ready')
    const second = start({ PORT: String(await freePort()) })
    expect(await second.ended).toBe(1)
    expect(second.said().trim()).toMatch(/^Attend already runs on .*Stop it first, or choose another DATA_DIR\.$/)
    expect((await ask('/api/health')).status).toBe(200)
    first.process.kill('SIGTERM')
    await first.ended
  })

  test('because a setting is misspelled names the right one', async () => {
    expect(await lastWords(start({ DATBASE_URL: 'postgres://127.0.0.1/attend' }))).toMatch(
      /^DATBASE_URL is not a setting\. Did you mean DATABASE_URL\? Rename or unset it\.$/,
    )
  })

  test('because a setting has a wrong value names it', async () => {
    expect(await lastWords(start({ PORT: 'many' }))).toMatch(
      /^Correct these settings, then start Attend again: PORT \(.*\)\.$/,
    )
  })
})

describe('while its database is away', { timeout: patience }, () => {
  test('a start waits, says so, answers 503, and stops when asked', async () => {
    const nowhere = await freePort()
    const product = start({ DATABASE_URL: `postgres://attend@127.0.0.1:${nowhere}/attend`, APP_SECRET: 'x'.repeat(32) })
    await product.says(`Waiting for the database at 127.0.0.1:${nowhere}: nothing listens there (is it running?).`)
    expect((await ask('/api/health/live')).status).toBe(200)
    const ready = await ask('/api/health/ready')
    expect([ready.status, await ready.json()]).toEqual([503, { status: 'starting' }])
    const call = await ask('/api/me')
    expect([call.status, call.headers.get('retry-after')]).toEqual([503, '2'])
    expect(await call.json()).toMatchObject({ code: 'starting', message: 'Attend is starting. Try again in a moment.' })
    expect(await (await ask('/', 'text/html')).text()).toContain('Attend is starting.')
    product.process.kill('SIGTERM')
    expect(await product.ended).toBe(0)
  })

  test('a start says that a database is silent', async () => {
    const silent = createServer(() => undefined)
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const address = silent.address()
    const at = address && typeof address === 'object' ? address.port : 0
    const product = start({ DATABASE_URL: `postgres://attend@127.0.0.1:${at}/attend`, APP_SECRET: 'x'.repeat(32) })
    await product.says(`Waiting for the database at 127.0.0.1:${at}: it does not answer.`)
    product.process.kill('SIGTERM')
    expect(await product.ended).toBe(0)
    silent.close()
  })
})
