import { expect, type Page } from '@playwright/test'
import type { Product } from './product.ts'

/** Enters the demo practice by API calls. The first call prepares it and may be asked to retry. */
export async function enterDemo(page: Page, product: Product): Promise<void> {
  await expect(async () => {
    const entered = await page.request.post(`${product.url}/api/demo`, {
      headers: { origin: product.url },
      data: {},
      timeout: 60_000,
    })
    expect(entered.ok(), await entered.text()).toBe(true)
  }).toPass()
}
