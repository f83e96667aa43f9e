import { expect, type ElementHandle, type Locator, type Page } from '@playwright/test'

/** The focused element after a press of Tab. */
interface Stop {
  what: string
  /** The fault of this element's focus, e.g. that it is not visible; null if there is none. */
  fault: string | null
}

/** More presses than any page needs. */
const maxPresses = 150

/**
 * Presses Tab from the beginning of a page until the focus has left it. Expects that every control is reached, shows
 * the focus, and is not covered.
 */
export async function expectReachable(page: Page, place: string): Promise<void> {
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    getSelection()?.removeAllRanges()
    scrollTo(0, 0)
  })
  // Tab continues from the last focused or pressed element. From the top it starts with the skip link.
  await page.locator('a[href="#main"]').focus()
  const stops: Stop[] = [await stopAt(page)]
  const reached = [await focusedElement(page)]
  for (let presses = 0; presses < maxPresses; presses++) {
    await page.keyboard.press('Tab')
    if (await page.evaluate(() => document.activeElement === null || document.activeElement === document.body)) break
    reached.push(await focusedElement(page))
    stops.push(await stopAt(page))
  }
  expect(stops.length, `${place}: the focus never leaves the page`).toBeLessThan(maxPresses)
  expect(
    stops.filter(({ fault }) => fault !== null),
    `${place}: the focus is visible`,
  ).toEqual([])
  expect(await unreached(page, reached), `${place}: every control is reached`).toEqual([])
}

function stopAt(page: Page): Promise<Stop> {
  return page.evaluate(() => {
    const element = document.activeElement
    if (!(element instanceof HTMLElement)) return { what: 'none', fault: null }
    // A date field has several stops for Tab. Blurring and focusing it again would return to the first of them.
    const wasChecked = element.dataset['reached'] === 'true'
    element.dataset['reached'] = 'true'
    const what = `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent.slice(0, 60)}`
    // A button that covers its whole row shows the outline on its pseudo-element.
    const isOutlined = [null, '::after'].some((pseudo) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element, pseudo)
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0
    })
    const border = () => {
      for (const animation of element.getAnimations()) animation.finish()
      return getComputedStyle(element).borderColor
    }
    // Fields show the focus by their border, which changes when they lose it.
    const focused = border()
    let isBordered = wasChecked
    if (!isOutlined && !wasChecked && element.matches('input, textarea')) {
      element.blur()
      isBordered = border() !== focused
      element.focus({ preventScroll: true })
    }
    // For text over several lines, checks the first line.
    const box = element.getClientRects()[0] ?? element.getBoundingClientRect()
    const top = document.elementFromPoint(
      Math.min(Math.max(box.left + box.width / 2, 1), innerWidth - 1),
      Math.min(Math.max(box.top + box.height / 2, 1), innerHeight - 1),
    )
    const isOutside = box.bottom <= 0 || box.top >= innerHeight || box.right <= 0 || box.left >= innerWidth
    const isCovered = top === null || !(element.contains(top) || top.contains(element) || top.closest('label') !== null)
    const fault = isOutside
      ? `outside of the window: ${box.top}`
      : isCovered
        ? `behind ${top?.tagName} ${top?.className}`
        : isOutlined || isBordered
          ? null
          : 'no visible focus'
    return { what, fault }
  })
}

function focusedElement(page: Page): Promise<ElementHandle<Element>> {
  return page.evaluateHandle(() => document.activeElement ?? document.body)
}

/** Visible and enabled controls that Tab skipped. A field that was replaced when it got the focus counts as reached. */
function unreached(page: Page, reached: ElementHandle<Element>[]): Promise<string[]> {
  return page.evaluate((elements) => {
    const nameOf = (element: Element) => `${element.tagName} ${element.getAttribute('aria-label')}`
    const replaced = new Set(elements.filter(({ isConnected }) => !isConnected).map(nameOf))
    return [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex]')]
      .filter((element) => {
        const isOff = element.matches(
          ':disabled, [tabindex="-1"], [inert] *, input[type="hidden"], input[type="radio"]',
        )
        const { width, height } = element.getBoundingClientRect()
        return !isOff && width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true })
      })
      .filter((element) => !elements.includes(element) && !replaced.has(nameOf(element)))
      .map((element) => element.outerHTML.slice(0, 160))
  }, reached)
}

/** Presses Tab until the element has the focus. */
export async function tabTo(page: Page, target: Locator, presses = 60): Promise<void> {
  await expect(target).toBeVisible()
  for (let remaining = presses; remaining > 0; remaining--) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(target).toBeFocused()
}

/** Expects that the focus is in the dialog, and stays there when Tab passes its end and its beginning. */
export async function expectFocusTrapped(page: Page, dialog: Locator): Promise<void> {
  const isInside = () => dialog.evaluate((element) => element.contains(document.activeElement))
  await expect.poll(isInside).toBe(true)
  for (let presses = 0; presses < 25; presses++) {
    await page.keyboard.press(presses < 15 ? 'Tab' : 'Shift+Tab')
    expect(await isInside(), 'the focus stays in the dialog').toBe(true)
  }
}
