import type { Page, Route } from '@playwright/test'

/** What a proxy in front of the product answers while the product is away. */
export const gone = (route: Route) =>
  route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' })

/** The same after `until`. */
export const goneAfter = (until: Promise<void>) => async (route: Route) => {
  await until
  await gone(route)
}

/** The network is away. */
export const away = (route: Route) => route.abort('internetdisconnected')

/** What the product answers when it does not know itself. */
export const unexpected = (route: Route) =>
  route.fulfill({
    status: 500,
    json: {
      defined: true,
      code: 'unexpected',
      status: 500,
      message: 'An unexpected error occurred. If it happens again, report number 1a2b3c4d.',
    },
  })

/** Has calls of this kind fail while `look` looks. */
export async function failing(
  page: Page,
  url: RegExp,
  how: (route: Route) => Promise<void>,
  look: () => Promise<void>,
): Promise<void> {
  await page.route(url, how)
  await look()
  await page.unroute(url)
}

/** What a page says with these words to whoever has to know. */
export const alert = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })
