import { expect, signIn, test } from './fixtures.ts'

test.use({ expectedErrors: [/an unreported error/] })

test('without an error report endpoint, page errors are not sent and the reporting code is not loaded', async ({
  page,
  product,
}) => {
  await signIn(page, product)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const setup = page.waitForResponse(/\/api\/setup$/)
  const response = await page.goto('/')
  expect(response?.headers()['content-security-policy']).toContain("connect-src 'self';")
  await page.evaluate(() => {
    setTimeout(() => {
      throw new Error('an unreported error')
    })
  })
  await (await setup).finished()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Robin')
  await page.waitForLoadState('networkidle')
  expect(asked.filter((url) => !url.startsWith(product.url) || /sentry/.test(url))).toEqual([])
})
