import type { Page, Route } from '@playwright/test'

/** The response of a proxy if the product behind it does not respond. */
export const gone = (route: Route) =>
  route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' })

/** Responds like `gone` once `until` is resolved. */
export const goneAfter = (until: Promise<void>) => async (route: Route) => {
  await until
  await gone(route)
}

/** Fails a request as if the network were down. */
export const away = (route: Route) => route.abort('internetdisconnected')

/** The product's response to an unexpected error. */
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

/** Makes matching requests fail during `look`. */
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

/** An alert of the page with this text. */
export const alert = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })
