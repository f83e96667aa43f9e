import { defineConfig } from '@playwright/test'
import { findBrowser } from './scripts/browser.ts'

const executablePath = findBrowser()
// Chromium's sandbox does not start as root.
const isRoot = process.getuid?.() === 0

export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '*.spec.ts',
  workers: 1,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    browserName: 'chromium',
    actionTimeout: 10_000,
    viewport: { width: 1280, height: 800 },
    timezoneId: 'Europe/Berlin',
    // Without a picture of every moment: the pages themselves are kept.
    trace: { mode: 'retain-on-failure', screenshots: false },
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: isRoot ? ['--no-sandbox'] : [],
    },
  },
})
