import type { BrowserContext } from '@playwright/test'

/** More lines would hide the failure itself. */
const maxLines = 5

let productErrors: string[] = []

/** Keeps an error that the product logged, for the report of a failed test of this worker. */
export function recordError(line: string): void {
  productErrors = [...productErrors, line].slice(-maxLines)
}

export function clearErrors(): void {
  productErrors = []
}

/** For a failed test: the last errors of the product, and the address, dialogs and alerts of each page. */
export async function describeFailure(context: BrowserContext): Promise<string> {
  const pages = await Promise.all(
    context.pages().map(async (page) => {
      const shown = page.locator('[role=dialog], [role=alert], [role=status]')
      const texts = await shown.allInnerTexts().catch((error: unknown) => [String(error)])
      return [
        `Page ${page.url()}`,
        ...texts.filter((text) => text.trim() !== '').map((text) => `  ${text.slice(0, 500)}`),
      ]
    }),
  )
  return [...pages.flat(), ...productErrors.map((line) => `Error of the product: ${line.slice(0, 2000)}`)]
    .join('\n')
    .concat('\n')
}
