import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axeCore from 'axe-core'
import { expect, type Page } from '@playwright/test'

declare global {
  /** Set once `expectAccessible` has added axe to the document. */
  var axe: typeof axeCore | undefined
}

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

type Rules = NonNullable<axeCore.RunOptions['runOnly']>

const standards: Rules = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
}
const contrast: Rules = { type: 'rule', values: ['color-contrast'] }

/** Checks all rules in light mode, and only the colors in dark mode. */
export async function expectAccessible(page: Page, place: string): Promise<void> {
  // A tooltip under the pointer repeats its button's name, outside of all landmarks.
  await page.mouse.move(0, 0)
  await expect(page.getByRole('tooltip')).toHaveCount(0)
  await expectNone(page, standards, place)
  await setColorScheme(page, 'dark')
  await expectNone(page, contrast, `${place} in dark mode`)
  await setColorScheme(page, 'light')
}

/** Checks again after a violation, because the overlay of a closing dialog dims the page for a moment. */
async function expectNone(page: Page, rules: Rules, place: string): Promise<void> {
  await expect.poll(() => violations(page, rules), { message: place }).toEqual([])
}

/** Waits until Mantine has applied the scheme, on pages that use it. */
async function setColorScheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  const html = page.locator('html')
  const attribute = 'data-mantine-color-scheme'
  if ((await html.getAttribute(attribute)) !== null) await expect(html).toHaveAttribute(attribute, colorScheme)
}

/**
 * The violated rules with the elements. A document gets the script once, because parsing it takes longer than the
 * checks. The pages have no frames.
 */
async function violations(page: Page, runOnly: Rules): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  return page.evaluate(
    async (options) => {
      // Only the topmost modal dialog is checked, because the page behind it cannot be used and is partly covered.
      const shown = [...document.querySelectorAll<HTMLElement>('[aria-modal="true"]')].at(-1) ?? document
      const results = await window.axe?.run(shown, options)
      if (!results) throw new Error('axe is not loaded')
      return results.violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary}`),
      )
    },
    { runOnly, resultTypes: ['violations' as const], preload: false, iframes: false },
  )
}
