import { join } from 'node:path'
import puppeteer, { type ConsoleMessage } from 'puppeteer-core'
import { findFirefox } from '../../../scripts/engines.ts'
import type { Engine } from './browser.ts'
import { firstOf, textsOf } from './find.ts'
import { withHome } from './home.ts'
import { killGroup } from './processes.ts'
import { soundDevices } from './sound.ts'

const preferences = {
  // Pages may use the microphone without a permission prompt.
  'media.navigator.permission.disabled': true,
  'ui.prefersReducedMotion': 1,
}

/** Firefox's message about a font that was still loading when the page was left (NS_BINDING_ABORTED). */
const abortedFontLoad = /downloadable font: download failed .* status=2152398850/

/** Firefox, driven by WebDriver BiDi. */
export const firefox: Engine = ({ pulseServer, usesSoundServer }, use) =>
  withHome(async (home, env) => {
    const printed: Promise<string>[] = []
    const thrown: string[] = []
    const open = async () => {
      const executablePath = findFirefox()
      if (!executablePath) throw new Error('Firefox is not installed')
      const browser = await puppeteer.launch({
        browser: 'firefox',
        executablePath,
        userDataDir: join(home, 'profile'),
        env: { ...env, ...soundDevices, PULSE_SERVER: pulseServer },
        // A fake microphone with a tone makes streams of page audio silent.
        extraPrefsFirefox: { ...preferences, 'media.navigator.streams.fake': !usesSoundServer },
      })
      const [page = await browser.newPage()] = await browser.pages()
      await page.setViewport({ width: 1280, height: 800 })
      page.on('console', (message) => {
        if (message.type() === 'error') printed.push(describe(message))
      })
      page.on('pageerror', (error) => thrown.push(String(error)))
      return { browser, page }
    }
    let opened = await open()
    const kill = () => {
      const leader = opened.browser.process()
      if (leader) killGroup(leader)
    }
    process.once('exit', kill)
    try {
      await use({
        goto: async (address) => void (await opened.page.goto(address)),
        evaluate: (run) => opened.page.evaluate(run),
        run: async (script) => void (await opened.page.evaluate(script)),
        texts: (target) => opened.page.evaluate(textsOf, target),
        click: async (target) => (await opened.page.evaluateHandle(firstOf, target)).click(),
        type: async (target, text) => (await opened.page.evaluateHandle(firstOf, target)).type(text),
        setCookies: async (cookies) => {
          const { hostname: domain } = new URL(opened.page.url())
          await opened.browser.setCookie(...cookies.map(({ name, value }) => ({ name, value, domain, httpOnly: true })))
        },
        errors: async () =>
          [...thrown, ...(await Promise.all(printed))].filter((error) => !abortedFontLoad.test(error)),
        usesSoundServer,
        losesStorage: false,
        crash: async () => {
          kill()
          opened = await open()
        },
      })
    } finally {
      process.off('exit', kill)
      kill()
    }
  })

/** The logged text. The text of an object can be read only in its page. */
async function describe(message: ConsoleMessage): Promise<string> {
  const texts = await Promise.all(message.args().map((value) => value.evaluate(String))).catch(() => [message.text()])
  return `${texts.join(' ')} (${message.location().url})`
}
