import { expect, type Locator, type Page } from '@playwright/test'

/** Expects that no part of a page lies sideways outside of a window of this size (WCAG 1.4.10). */
export async function expectFitting(page: Page, place: string, width: number, height: number): Promise<void> {
  await resize(page, width, height)
  const excess = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  await expect.poll(excess, { message: `${place} in ${width} pixels` }).toBeLessThanOrEqual(0)
}

/** Resizes the window and waits until the page is laid out, including a new rendering for the width. */
export async function resize(page: Page, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height })
  await page.evaluate(async () => {
    for (let frames = 0; frames < 3; frames++) await new Promise((drawn) => requestAnimationFrame(drawn))
  })
}

/** Parts of a dialog that lie sideways outside of the window, or in a box that scrolls sideways. */
export function partsOutside(dialog: Locator): Promise<string[]> {
  return dialog.evaluate((element) =>
    [element, ...element.querySelectorAll<HTMLElement>('*')]
      .filter((part) => {
        const { left, right, width } = part.getBoundingClientRect()
        const isClipped = getComputedStyle(part).overflowX !== 'visible'
        const isScrolled = getComputedStyle(part).overflowX.match(/auto|scroll/) && part.scrollWidth > part.clientWidth
        return (width > 1 && !isClipped && (left < 0 || right > innerWidth)) || isScrolled
      })
      .map((part) => part.outerHTML.slice(0, 160)),
  )
}
