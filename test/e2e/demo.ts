import { expect, type Page } from '@playwright/test'
import type { Product } from './product.ts'

/** Enters the demo practice without going through the screens. The first to come has it prepared, and may be asked to come again. */
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
