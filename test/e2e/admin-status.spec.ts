import { randomUUID } from 'node:crypto'
import { inDatabase } from './database.ts'
import { expectAccessible } from './expect-accessible.ts'
import { expectFitting } from './expect-fitting.ts'
import { expect, test } from './fixtures.ts'
import { signInAsAdmin } from './platform-admin.ts'

test('the status page shows a running and a hanging process, and refreshes without moving the focus', async ({
  page,
  product,
}) => {
  const host = `machine-${randomUUID().slice(0, 8)}`
  const report = (age: string) =>
    inDatabase(
      product,
      `insert into processes (id, host, pid, roles, version, began_at, heartbeat_at, memory, engines)
       values ($1, $2, 1, array['worker'], '1.8.2', now() - interval '1 hour', now() - $3::interval, 400000000, '{}')`,
      [randomUUID(), host, age],
    )
  await report('2 minutes')
  await signInAsAdmin(page, product)
  await page.goto(`${product.url}/admin/status`)
  const processes = page.getByRole('table', { name: 'Processes' })
  const hanging = processes.getByRole('row').filter({ hasText: host })
  await expect(hanging).toContainText('Not responding')
  await expect(processes.getByRole('row').filter({ hasText: 'Running' })).not.toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Database' })).toContainText('connections in use')
  await expectAccessible(page, 'status')

  const refresh = page.getByRole('button', { name: 'Refresh' })
  await refresh.focus()
  await inDatabase(product, `update processes set version = '1.8.3' where host = $1`, [host])
  // The page refreshes every 15 seconds.
  await expect(hanging).toContainText('1.8.3')
  await expect(refresh).toBeFocused()

  await expectFitting(page, 'status', 390, 844)
  await page.getByRole('button', { name: 'Show processes' }).click()
  await expect(hanging).toContainText('Not responding')
  await expectFitting(page, 'status with processes', 390, 844)
  await expectAccessible(page, 'status on a phone')
  await inDatabase(product, 'delete from processes where host = $1', [host])
})
