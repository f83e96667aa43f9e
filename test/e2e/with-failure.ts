import type { Page, Route } from '@playwright/test'

/** The response of a proxy if the product behind it does not respond. */
export const badGateway = (route: Route) =>
  route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' })

/** Responds like `badGateway` once `until` is resolved. */
export const badGatewayAfter = (until: Promise<void>) => async (route: Route) => {
  await until
  await badGateway(route)
}

/** Fails a request as if the network were down. */
export const offline = (route: Route) => route.abort('internetdisconnected')

/** The product's response to an unexpected error. */
export const serverError = (route: Route) =>
  route.fulfill({
    status: 500,
    json: {
      defined: true,
      code: 'unexpected',
      status: 500,
      message: 'An unexpected error occurred. If it happens again, report number 1a2b3c4d.',
    },
  })

/** Makes matching requests fail during `run`. */
export async function withFailure(
  page: Page,
  url: RegExp,
  respond: (route: Route) => Promise<void>,
  run: () => Promise<void>,
): Promise<void> {
  await page.route(url, respond)
  await run()
  await page.unroute(url)
}

/** An alert of the page with this text. */
export const alert = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })
