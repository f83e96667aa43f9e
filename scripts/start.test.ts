import { createServer } from 'node:net'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { version } from '#server/version.ts'
import { freePort } from '#server/free-port.ts'
import { type Installation, makeInstallation, processesOf, type Started } from '#test/e2e/start.ts'

/** The timeout is long, because a start takes some seconds on a machine shared with other tests. */
const testTimeoutMs = 240_000

let installation: Installation
beforeEach(async () => {
  installation = await makeInstallation()
})
afterEach(() => installation.close())

describe('a failed start prints one sentence and leaves no process running', { timeout: testTimeoutMs }, () => {
  /** The one line that a failed start prints. Fails if a process is left running. */
  async function lastWords(product: Started): Promise<string> {
    expect(await product.ended).toBe(1)
    await expect.poll(() => processesOf(installation.folder), { timeout: 5000 }).toEqual([])
    expect(product.output().trim().split('\n')).toHaveLength(1)
    return product.output().trim()
  }

  test('a start fails if the port is in use, without creating a database', async () => {
    const other = createServer().listen(installation.port, '127.0.0.1')
    expect(await lastWords(installation.start())).toMatch(
      /^Port \d+ is already in use: stop the program that uses it .*or set PORT/,
    )
    await expect(readFile(join(installation.folder, 'postgres', 'cluster', 'PG_VERSION'))).rejects.toThrow('ENOENT')
    other.close()
  })

  test('a start fails if its folder is not writable', async () => {
    const file = join(installation.folder, 'a-file')
    await writeFile(file, '')
    expect(await lastWords(installation.start({ DATA_DIR: join(file, 'data') }))).toMatch(
      /^Attend cannot write to its folder .*: .*DATA_DIR/,
    )
  })

  test('a start fails if its folder belongs to another user', async () => {
    const foreign = join(installation.folder, 'foreign')
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
    expect(await lastWords(installation.start({ DATA_DIR: foreign }, 'setpriv', args))).toMatch(
      /^Attend cannot write .*chown.*DATA_DIR/,
    )
  })

  test('a start fails if another Attend uses the folder', async () => {
    const first = installation.start()
    await first.untilOutput('Attend is ready')
    const second = installation.start({ PORT: String(await freePort()) })
    expect(await second.ended).toBe(1)
    expect(second.output().trim()).toMatch(/^Attend already runs on .*Stop it first, or choose another DATA_DIR\.$/)
    expect((await installation.ask('/api/health')).status).toBe(200)
    first.process.kill('SIGTERM')
    await first.ended
  })

  test('a start fails if the pages are not built', async () => {
    const elsewhere = [
      '-c',
      'cd "$DATA_DIR" && exec "$0" "$1" --as-built',
      process.execPath,
      join(process.cwd(), 'scripts/start.ts'),
    ]
    expect(await lastWords(installation.start({}, 'sh', elsewhere))).toBe(
      'The pages are not built: run npm run build, or start Attend without --as-built.',
    )
  })

  test('a start fails for a misspelled setting and prints the right name', async () => {
    expect(await lastWords(installation.start({ DATBASE_URL: 'postgres://127.0.0.1/attend' }))).toMatch(
      /^DATBASE_URL is not a setting\. Did you mean DATABASE_URL\? Rename or unset it\.$/,
    )
  })

  test('a start fails for an invalid value and prints the name of the setting', async () => {
    expect(await lastWords(installation.start({ PORT: 'many' }))).toMatch(
      /^Correct these settings, then start Attend again: PORT \(.*\)\.$/,
    )
  })
})

describe('a start while the database does not respond', { timeout: testTimeoutMs }, () => {
  test('a start waits for an unreachable database, responds with 503, and stops on SIGTERM', async () => {
    const unusedPort = await freePort()
    const product = installation.start({
      DATABASE_URL: `postgres://attend@127.0.0.1:${unusedPort}/attend`,
      APP_SECRET: 'x'.repeat(32),
    })
    await product.untilOutput(
      `Waiting for the database at 127.0.0.1:${unusedPort}: nothing listens there (is it running?).`,
    )
    expect((await installation.ask('/api/health/live')).status).toBe(200)
    const ready = await installation.ask('/api/health/ready')
    expect([ready.status, await ready.json()]).toEqual([503, { status: 'starting', version }])
    const call = await installation.ask('/api/me')
    expect([call.status, call.headers.get('retry-after')]).toEqual([503, '2'])
    expect(await call.json()).toMatchObject({ code: 'starting', message: 'Attend is starting. Try again in a moment.' })
    expect(await (await installation.ask('/', 'text/html')).text()).toContain('Attend is starting.')
    product.process.kill('SIGTERM')
    expect(await product.ended).toBe(0)
  })

  test('a start prints that the database does not respond', async () => {
    const silent = createServer(() => undefined)
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const address = silent.address()
    const at = address && typeof address === 'object' ? address.port : 0
    const product = installation.start({
      DATABASE_URL: `postgres://attend@127.0.0.1:${at}/attend`,
      APP_SECRET: 'x'.repeat(32),
    })
    await product.untilOutput(`Waiting for the database at 127.0.0.1:${at}: it does not answer.`)
    product.process.kill('SIGTERM')
    expect(await product.ended).toBe(0)
    silent.close()
  })
})
