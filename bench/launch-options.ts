import type { LaunchOptions } from '@playwright/test'
import config from '../playwright.config.ts'

/** How the tests of a Playwright project launch their browser. */
export function launchOptionsOf(project: 'pages' | 'recording'): LaunchOptions {
  return config.projects?.find(({ name }) => name === project)?.use?.launchOptions ?? {}
}
