import { expect } from '@playwright/test'
import type { Browser } from './browser.ts'
import { finderScript, hasFinder, type Target, toPage } from './find.ts'

// Actions of a user, the same in every engine.

const pollOptions = { intervals: [100] }

/** Texts of the matching elements on the page. There are none while a document is replaced by the next one. */
async function texts(browser: Browser, target: Target): Promise<string[]> {
  try {
    if (!(await browser.evaluate(hasFinder))) await browser.run(finderScript)
    return await browser.texts(toPage(target))
  } catch {
    return []
  }
}

export async function expectVisible(browser: Browser, target: Target, timeout = 60_000): Promise<void> {
  await expect
    .poll(() => texts(browser, target), {
      ...pollOptions,
      timeout,
      message: `${target.role} ${target.name} is on the page`,
    })
    .not.toEqual([])
}

/** Resolves when the text of the first matching element matches `text`. */
export async function expectText(browser: Browser, target: Target, text: RegExp, timeout = 60_000): Promise<void> {
  await expect.poll(() => textOf(browser, target), { ...pollOptions, timeout }).toMatch(text)
}

/** The text of the first matching element, or an empty string. */
export async function textOf(browser: Browser, target: Target): Promise<string> {
  return (await texts(browser, target))[0] ?? ''
}

export async function click(browser: Browser, target: Target, timeout?: number): Promise<void> {
  await expectVisible(browser, target, timeout)
  await browser.click(toPage(target))
}

export async function fill(browser: Browser, target: Target, text: string): Promise<void> {
  await expectVisible(browser, target)
  await browser.type(toPage(target), text)
}
