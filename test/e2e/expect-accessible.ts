import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Checks all rules in light mode, and only the colors in dark mode. */
export async function expectAccessible(page: Page, place: string): Promise<void> {
  // A tooltip under the pointer repeats its button's name, outside of all landmarks.
  await page.mouse.move(0, 0)
  await expect(page.getByRole('tooltip')).toHaveCount(0)
  const inLight = await rules(page).withTags(standards).analyze()
  await setColorScheme(page, 'dark')
  const inDark = await rules(page).withRules('color-contrast').analyze()
  await setColorScheme(page, 'light')
  const found = [...inLight.violations, ...inDark.violations]
  const places = found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`))
  expect(places, place).toEqual([])
}

/** Waits until Mantine has applied the scheme, on pages that use it. */
async function setColorScheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  const html = page.locator('html')
  const attribute = 'data-mantine-color-scheme'
  if ((await html.getAttribute(attribute)) !== null) await expect(html).toHaveAttribute(attribute, colorScheme)
}

/** Legacy mode does not merge the findings on a page of their own, which doubles the time. The pages have no frames. */
function rules(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).setLegacyMode()
}
