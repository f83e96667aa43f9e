import { mountSmallDisk } from '../small-disk.ts'
import { alert } from './with-failure.ts'
import { expect, signIn, test } from './fixtures.ts'
import { databaseUrl } from './product.ts'
import { openNewNote, section } from './steps.ts'

/** A text that needs disk space, because it does not fit the last page of a table and cannot be compressed. */
const written = Array.from({ length: 900 }, (_, n) =>
  Math.sin(n + 1)
    .toString(36)
    .slice(2, 12),
).join(' ')

test.use({ expectedErrors: [/status of 503 /] })

test("an edited note stays on screen while the server's disk is full, and is saved once there is space", async ({
  page,
  product,
}) => {
  const disk = await mountSmallDisk()
  test.skip(!disk, 'this user may not mount a disk')
  if (!disk) return
  await signIn(page, product)
  await openNewNote(page, product)
  await page.getByRole('button', { name: 'Edit Plan' }).click()
  const field = page.getByRole('textbox', { name: 'Plan' })
  await field.fill(written)
  try {
    await disk.moveTables(await databaseUrl(product), ['note_versions', 'notes'])
    disk.fill()
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(alert(page, "the server's disk is full")).toContainText(
      "Attend cannot save right now: the server's disk is full. Your text is still here.",
    )
    await expect(field).toHaveValue(written)
    disk.freeSpace()
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(field).toBeHidden()
  } finally {
    await disk.remove()
  }
  await page.reload()
  await expect(section(page, 'Plan')).toContainText(written)
})
