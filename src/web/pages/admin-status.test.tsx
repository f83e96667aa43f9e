import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { BackupState } from '#shared/contract/admin-status.ts'
import { platformAdmin } from '#web/testing/admin.ts'
import { offline } from '#web/testing/fake-server.ts'
import { openPage } from '#web/testing/open-page.tsx'

const hourMs = 60 * 60 * 1000
const hoursAgo = (hours: number) => new Date(Date.now() - hours * hourMs).toISOString()
const good: BackupState = {
  isNightly: true,
  last: { at: hoursAgo(3), size: 40_800_000_000, files: 2, lostFiles: 0 },
  isOverdue: false,
  failure: null,
}

function openStatus(backup: Partial<BackupState>) {
  openPage('/admin/status', {
    accounts: { me: () => platformAdmin },
    admin: {
      failedSessions: () => ({ items: [], total: 0 }),
      status: () => ({ version: '1.8.2', backup: { ...good, ...backup } }),
    },
  })
}

const lastBackup = async () => within(await screen.findByRole('region', { name: 'Last backup' }))

describe('the status page', () => {
  test('shows the version, and size and files of the last backup', async () => {
    openStatus({})
    const shown = await lastBackup()
    expect(screen.getByText('Attend 1.8.2')).toBeInTheDocument()
    expect(shown.getByText('38.0 GB, encrypted, with 2 files.')).toBeInTheDocument()
    expect(shown.queryByText(/Run npm run backup/)).not.toBeInTheDocument()
  })

  test('warns if the last backup is older than 26 hours', async () => {
    openStatus({ last: { at: hoursAgo(50), size: 1, files: 1, lostFiles: 0 }, isOverdue: true })
    const shown = await lastBackup()
    expect(shown.getByText('Last backup is 2 days old')).toBeInTheDocument()
    expect(shown.getByText('1 MB, encrypted, with 1 file.')).toBeInTheDocument()
    expect(shown.getByText('Run npm run backup on the server.')).toBeInTheDocument()
  })

  test('says that there is no backup, and that nightly backups are off', async () => {
    openStatus({ last: null, isOverdue: true, isNightly: false })
    const shown = await lastBackup()
    expect(shown.getByText('No backup yet')).toBeInTheDocument()
    expect(shown.getByText('Nightly backups are off (BACKUP_NIGHTLY).')).toBeInTheDocument()
  })

  test('shows why the last backup failed, and missing files', async () => {
    openStatus({
      last: { at: hoursAgo(3), size: 1, files: 1, lostFiles: 2 },
      failure: { at: hoursAgo(1), reason: 'ENOSPC: no space left on device' },
    })
    const shown = await lastBackup()
    expect(shown.getByText(/failed: ENOSPC: no space left on device/)).toBeInTheDocument()
    expect(shown.getByText(/^2 files were missing in the file store/)).toBeInTheDocument()
  })

  test('reports a failure to load', async () => {
    openPage('/admin/status', {
      accounts: { me: () => platformAdmin },
      admin: { failedSessions: () => ({ items: [], total: 0 }), status: offline },
    })
    expect(await screen.findByRole('alert')).toHaveTextContent('Attend cannot be reached right now')
  })
})
