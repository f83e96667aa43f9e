import { defineConfig } from '@playwright/test'
import { type Browser, findBrowser, findShell } from './scripts/browser.ts'
import type { EngineOptions } from './test/e2e/engines/fixtures.ts'

// Chromium's sandbox does not start as root.
const isRoot = process.getuid?.() === 0

function launching(browser: Browser | undefined) {
  return { launchOptions: { ...browser, args: isRoot ? ['--no-sandbox'] : [] } }
}

export default defineConfig<object, EngineOptions>({
  testDir: 'test/e2e',
  // On two cores three are faster than two by an eighth: each waits now and then.
  workers: 3,
  retries: 0,
  forbidOnly: true,
  // Journeys with a product each are much for two cores that have something else to do.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  projects: [
    { name: 'pages', testMatch: 'test/e2e/*.spec.ts', use: launching(findShell() ?? findBrowser()) },
    // They compare what was captured to the tenth of a second: npm test runs them by themselves. The shell has no microphone.
    { name: 'recording', testMatch: 'test/e2e/recording/*.spec.ts', workers: 2, use: launching(findBrowser()) },
    // One product and one browser at a time for each engine.
    { name: 'firefox', workers: 1, testMatch: 'test/e2e/engines/*.spec.ts', use: { engineName: 'firefox' } },
    { name: 'webkit', workers: 1, testMatch: 'test/e2e/engines/*.spec.ts', use: { engineName: 'webkit' } },
  ],
  use: {
    browserName: 'chromium',
    actionTimeout: 20_000,
    viewport: { width: 1280, height: 800 },
    timezoneId: 'Europe/Berlin',
    // What moves is looked at when it has arrived.
    contextOptions: { reducedMotion: 'reduce' },
    // It costs a tenth of the time; `npx playwright test --trace on` keeps it. What a page held when it failed is kept anyway.
    trace: 'off',
  },
})
