import type { Browser, BrowserResponse } from '#test/browser.ts'

/** Enters the demo practice. Tries again while it is being prepared, which can take minutes on a busy machine. */
export async function enterDemo(browser: Browser): Promise<BrowserResponse> {
  const response = await browser.post('/api/demo')
  return response.body['code'] === 'demo_preparing' ? await enterDemo(browser) : response
}
