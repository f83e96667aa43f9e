import { defineConfig } from '@playwright/test'
import { type Browser, findBrowser, findShell } from './scripts/browser.ts'
import type { EngineOptions } from './test/e2e/engines/fixtures.ts'
import { keepTemporaryFilesInMemory } from './test/memory-folder.ts'

keepTemporaryFilesInMemory()

// Chromium's sandbox does not start as root.
const isRoot = process.getuid?.() === 0

/** Pages live for seconds, so compiling optimized code costs more CPU time than it saves (decision 0063). */
const withoutCompilers = '--js-flags=--no-opt --no-maglev'

function launching(browser: Browser | undefined, ...args: string[]) {
  return { launchOptions: { ...browser, args: [...(isRoot ? ['--no-sandbox'] : []), ...args] } }
}

export default defineConfig<object, EngineOptions>({
  testDir: 'test/e2e',
  // On two cores three workers are an eighth faster than two, because each waits at times.
  workers: 3,
  retries: 0,
  forbidOnly: true,
  // Far longer than any test takes, because machines are busy at times: they only end tests that hang.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  projects: [
    {
      name: 'pages',
      testMatch: 'test/e2e/*.spec.ts',
      use: launching(findShell() ?? findBrowser(), withoutCompilers),
    },
    // They compare captured audio to the tenth of a second, so npm test runs them separately. The shell has no microphone.
    { name: 'recording', testMatch: 'test/e2e/recording/*.spec.ts', workers: 2, use: launching(findBrowser()) },
    // One product and one browser at a time per engine.
    { name: 'firefox', workers: 1, testMatch: 'test/e2e/engines/*.spec.ts', use: { engineName: 'firefox' } },
    { name: 'webkit', workers: 1, testMatch: 'test/e2e/engines/*.spec.ts', use: { engineName: 'webkit' } },
  ],
  use: {
    browserName: 'chromium',
    // It would answer requests for files that a test lets fail. Its own journey allows it.
    serviceWorkers: 'block',
    actionTimeout: 60_000,
    viewport: { width: 1280, height: 800 },
    timezoneId: 'Europe/Berlin',
    // Elements are checked after their animation.
    contextOptions: { reducedMotion: 'reduce' },
    // It costs a tenth of the time; `npx playwright test --trace on` enables it. A failed test always stores the page's content.
    trace: 'off',
  },
})
