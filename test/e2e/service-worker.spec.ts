import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, type Page, test as base } from '@playwright/test'
import { freePort } from '#server/free-port.ts'
import { builtPages } from '#server/http/static-files.ts'

// The built pages from a server that can be stopped and replaced. The server has no users, so every page leads to sign-in.

interface Site {
  url: string
  /** Paths that were requested. */
  requests: string[]
  stop: () => Promise<void>
  start: () => Promise<void>
  /** Serves another build. */
  change: (file: string, edit: (text: string) => string) => Promise<void>
}

const setup = { offersDemo: false, uploadMaxMb: 25, hasOutbox: false, welcomeVideoUrl: null, errorReportsDsn: null }

const notSignedIn = { defined: true, code: 'not_signed_in', status: 401, message: 'Sign in first.' }

const test = base.extend<{ site: Site }>({
  serviceWorkers: 'allow',
  // oxlint-disable-next-line eslint/no-empty-pattern -- Playwright reads a fixture's needs from this pattern
  site: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'attend-shell-'))
    await cp('dist/web', folder, { recursive: true })
    const port = await freePort()
    const requests: string[] = []
    let server: Server
    const start = async () => {
      const pages = await builtPages(folder)
      server = createServer((request, response) => {
        requests.push(request.url ?? '')
        if (!request.url?.startsWith('/api/')) {
          void pages(request, response, () => Promise.resolve(undefined))
          return
        }
        const isSetup = request.url === '/api/setup'
        response.writeHead(isSetup ? 200 : 401, { 'content-type': 'application/json', 'cache-control': 'no-store' })
        response.end(JSON.stringify(isSetup ? setup : notSignedIn))
      })
      await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve))
    }
    const stop = async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    }
    const change = async (file: string, edit: (text: string) => string) => {
      await writeFile(join(folder, file), edit(await readFile(join(folder, file), 'utf8')))
      // The compressed copies contain the former file.
      await Promise.all(['.br', '.gz'].map((end) => rm(join(folder, file + end), { force: true })))
      await stop()
      await start()
    }
    await start()
    await use({ url: `http://localhost:${port}`, requests, start, stop, change })
    await stop()
    await rm(folder, { recursive: true })
  },
})

/** Opens the sign-in page and waits until the service worker is active. */
async function visit(page: Page, site: Site): Promise<void> {
  await page.goto(`${site.url}/login`)
  await expect(page.getByRole('button', { name: 'Log In' })).toBeVisible()
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
}

const caches = (page: Page) => page.evaluate(() => window.caches.keys())

/** Serves a new version of the service worker, and waits until the page's browser has installed it. */
async function offerNextVersion(page: Page, site: Site): Promise<void> {
  await site.change('service-worker.js', (text) => text.replace(/version = '\w+'/, "version = 'next'"))
  await page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()))
  await expect.poll(() => caches(page)).toContain('shell-next')
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting !== null))
    .toBe(true)
}

test('without a server, every page shows that Attend cannot be reached, and opens when the server is back', async ({
  page,
  site,
}) => {
  await visit(page, site)
  await site.stop()
  await page.goto(`${site.url}/clients`)
  await expect(page.getByRole('heading', { name: 'Attend cannot be reached' })).toBeVisible()
  await expect(page).toHaveURL(`${site.url}/clients`)
  await site.start()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: 'Log In' })).toBeVisible()
})

test('the service worker stores no data or document, and the next visit requests no stored file again', async ({
  page,
  site,
}) => {
  await visit(page, site)
  const other = await page.context().newPage()
  await other.goto(`${site.url}/login`)
  site.requests.length = 0
  await other.reload()
  await expect(other.getByRole('button', { name: 'Log In' })).toBeVisible()
  expect(site.requests.filter((path) => path.startsWith('/assets/'))).toEqual([])
  expect(site.requests).toContain('/login')
  expect(site.requests).toContain('/api/setup')
  const stored = await page.evaluate(async () => {
    const all = await Promise.all(
      (await window.caches.keys()).map(async (name) => (await window.caches.open(name)).keys()),
    )
    return all.flat().map(({ url }) => new URL(url).pathname)
  })
  expect(stored.length).toBeGreaterThan(10)
  expect(stored.filter((path) => !/^\/(?:assets\/|offline\.|color-scheme\.js$|icon\.svg$)/.test(path))).toEqual([])
})

test('a new build is shown immediately, and replaces the stored files with the next navigation', async ({
  page,
  site,
}) => {
  await visit(page, site)
  const before = await caches(page)
  expect(before).toHaveLength(1)
  await site.change('service-worker.js', (text) => text.replace(/version = '\w+'/, "version = 'next'"))
  await site.change('index.html', (text) =>
    text.replace('<title>Attend</title>', '<title>Attend</title><meta name="build" content="next">'),
  )
  await page.reload()
  await expect(page.locator('meta[name="build"]')).toHaveAttribute('content', 'next')
  await page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()))
  await expect.poll(() => caches(page)).toContain('shell-next')
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting !== null))
    .toBe(true)
  await reloadUntilReplaced(page)
})

test('a new version leaves the files of a page that is open while another page opens, and starts after it closes', async ({
  page,
  site,
}) => {
  await visit(page, site)
  // The service worker controls a page from its second visit on. Without such a page, a new version does not wait.
  await page.reload()
  const former = await caches(page)
  await offerNextVersion(page, site)
  const other = await page.context().newPage()
  await other.goto(`${site.url}/login`)
  await expect(other.getByRole('button', { name: 'Log In' })).toBeVisible()
  // The service worker decides a second after the navigation.
  await setTimeout(3000)
  expect((await caches(page)).toSorted()).toEqual([...former, 'shell-next'].toSorted())
  await page.close()
  await reloadUntilReplaced(other)
})

/** The service worker decides a second after a navigation, and waits for the next one if the former page is still open. */
async function reloadUntilReplaced(page: Page): Promise<void> {
  await expect(async () => {
    await page.reload()
    await expect.poll(() => caches(page), { timeout: 5000 }).toEqual(['shell-next'])
  }).toPass()
}
