import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { Builder, type WebDriver, type WebElement } from 'selenium-webdriver'
import { freePort } from '#server/free-port.ts'
import { findMiniBrowser } from '../../../scripts/engines.ts'
import type { Engine } from './browser.ts'
import { firstOf, textsOf } from './find.ts'
import { withHome } from './home.ts'
import { withProcess } from './processes.ts'

declare global {
  interface Window {
    /** Errors of this page that are not collected yet. */
    errors?: string[]
  }
}

/** WebKit as in Safari: the small browser of WebKitGTK, on a display of its own. */
export const webkit: Engine = ({ pulseServer }, use) =>
  withHome((home, env) =>
    withDisplay(env, (display) =>
      withDriver({ ...env, DISPLAY: display, PULSE_SERVER: pulseServer, NO_AT_BRIDGE: '1' }, async (open, group) => {
        const errors: string[] = []
        let driver = await open()
        const collect = async () => errors.push(...(await driver.executeScript<string[]>(takeErrors)))
        await use({
          goto: async (address) => {
            await collect()
            await driver.get(address)
            await driver.executeScript(watchErrors)
          },
          evaluate: (run) => driver.executeScript(run),
          run: (script) => driver.executeScript(script),
          texts: (target) => driver.executeScript(textsOf, target),
          click: async (target) => (await driver.executeScript<WebElement>(firstOf, target)).click(),
          type: async (target, text) => (await driver.executeScript<WebElement>(firstOf, target)).sendKeys(text),
          setCookies: async (cookies) => {
            for (const { name, value } of cookies) await driver.manage().addCookie({ name, value, httpOnly: true })
          },
          errors: async () => {
            await collect()
            return errors
          },
          // When a page crashes, WebKit's driver ends the browser and loses its storage.
          losesStorage: true,
          usesSoundServer: false,
          crash: async () => {
            await collect()
            for (const pid of await pagesOf(group)) process.kill(pid, 'SIGKILL')
            await expect.poll(() => isAlive(driver), { intervals: [50] }).toBe(false)
            // The driver accepts one session at a time, and keeps that of a crashed page until it quits.
            await driver.quit()
            driver = await open()
          },
        })
      }),
    ),
  )

async function withDisplay(env: Record<string, string>, use: (display: string) => Promise<void>): Promise<void> {
  const args = ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp']
  await withProcess(
    'Xvfb',
    args,
    { env, stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
    async ({ stdio: [, , , out] }) => {
      if (!out) throw new Error('Xvfb has no output with its display number')
      const [number] = await once(out, 'data')
      await use(`:${String(number).trim()}`)
    },
  )
}

async function withDriver(
  env: Record<string, string>,
  use: (open: () => Promise<WebDriver>, group: number) => Promise<void>,
): Promise<void> {
  const port = await freePort()
  const binary = findMiniBrowser()
  if (!binary) throw new Error('MiniBrowser is not installed')
  const args = ['--automation', '--enable-mock-capture-devices=true']
  const open = async () => {
    const driver = await new Builder()
      .usingServer(`http://127.0.0.1:${port}`)
      .withCapabilities({ browserName: 'MiniBrowser', 'webkitgtk:browserOptions': { binary, args } })
      .build()
    await driver.manage().window().setRect({ width: 1280, height: 860 })
    return driver
  }
  await withProcess('WebKitWebDriver', [`--port=${port}`], { env, stdio: 'ignore' }, async ({ pid }) => {
    await expect.poll(() => isListening(port), { intervals: [50] }).toBe(true)
    await use(open, pid ?? 0)
  })
}

async function isAlive(driver: WebDriver): Promise<boolean> {
  return await driver.getTitle().then(
    () => true,
    () => false,
  )
}

async function isListening(port: number): Promise<boolean> {
  return await fetch(`http://127.0.0.1:${port}/status`).then(
    () => true,
    () => false,
  )
}

/** Ids of the processes of a group that run pages. */
async function pagesOf(group: number): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => !Number.isNaN(pid))
  const stats = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')))
  // "{pid} ({name}) {state} {parent} {group} ..."
  return stats.flatMap((stat) => {
    const [, pid, name, of] = /^(\d+) \((.*)\) \S \d+ (\d+) /u.exec(stat) ?? []
    return name?.startsWith('WebKitWebProces') && Number(of) === group ? [Number(pid)] : []
  })
}

/** Collects the errors of a page from now on. WebKit's driver has no access to the console. Runs in the page. */
function watchErrors(): void {
  const errors: string[] = []
  window.errors = errors
  // oxlint-disable-next-line eslint/no-console -- pages log with it
  const print = console.error
  // oxlint-disable-next-line eslint/no-console -- as above
  console.error = (...given: unknown[]) => {
    errors.push(given.map(String).join(' '))
    print(...given)
  }
  addEventListener('error', ({ message }) => errors.push(message))
  addEventListener('unhandledrejection', ({ reason }) => errors.push(String(reason)))
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    errors.push(`${violatedDirective} blocked ${blockedURI}`),
  )
}

function takeErrors(): string[] {
  return window.errors?.splice(0) ?? []
}
