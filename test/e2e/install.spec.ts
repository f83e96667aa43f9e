import { expect, signIn, test } from './fixtures.ts'
import { addClient } from './steps.ts'

test('Attend can be installed, and the shortcut of its icon starts a session', async ({ page, product }) => {
  await signIn(page, product)
  const client = await addClient(page, product)
  await test.step('Chromium reports Attend as installable', async () => {
    await page.goto('/')
    const browser = await page.context().newCDPSession(page)
    const { errors, data = '' } = await browser.send('Page.getAppManifest')
    expect(errors).toEqual([])
    const { icons, shortcuts } = JSON.parse(data)
    expect(icons.length).toBeGreaterThan(0)
    for (const { src, sizes } of icons) {
      const image = await page.evaluate(async (address) => {
        const { width, height } = await createImageBitmap(await (await fetch(address)).blob())
        return `${width}x${height}`
      }, src)
      expect(image).toBe(sizes)
    }
    expect(shortcuts).toMatchObject([{ name: 'Start Session', url: '/?start=true' }])
  })
  await test.step('the shortcut asks for the client, and going back does not ask again', async () => {
    await page.goto('/?start=true')
    const dialog = page.getByRole('dialog', { name: 'Select Client' })
    await dialog
      .getByRole('button', { name: /Maya Stone/ })
      .first()
      .click()
    await expect(page).toHaveURL(`${product.url}/session/${client.id}`)
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page).toHaveURL(`${product.url}/`)
    await expect(dialog).toBeHidden()
  })
})
