import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { FailedSession } from '#shared/contract/admin-sessions.ts'
import type { AdminStatus, BackupState } from '#shared/contract/admin-status.ts'
import { platformAdmin } from '#web/testing/admin.ts'
import { expectAccessible } from '#web/testing/expect-accessible.ts'
import { offline } from '#web/testing/fake-server.ts'
import { openPage, server } from '#web/testing/open-page.tsx'

const hourMs = 60 * 60 * 1000
const hoursAgo = (hours: number) => new Date(Date.now() - hours * hourMs).toISOString()
const goodBackup: BackupState = {
  isNightly: true,
  last: { at: hoursAgo(3), size: 40_800_000_000, files: 2, lostFiles: 0 },
  isOverdue: false,
  failure: null,
  wal: null,
}
const process = {
  name: 'attend-1',
  host: 'clinic',
  roles: ['web' as const, 'worker' as const],
  jobs: 'all' as const,
  version: '1.8.2',
  beganAt: hoursAgo(5),
  heartbeatSeconds: 4,
  memory: 412 * 1024 ** 2,
  isResponding: true,
}
const healthyStatus: AdminStatus = {
  version: '1.8.2',
  failed: { total: 0, latestAt: null, lately: [] },
  unfinished: { total: 0, items: [] },
  processes: [process],
  queue: { running: 0, waiting: 0, oldestSeconds: 0 },
  speech: { engine: 'embedded', state: 'ready', percent: null, model: 'Whisper base' },
  languageModel: { name: 'qwen3-4b', lastDraftSeconds: 232 },
  mail: { server: 'mail.example.test', waiting: 0, oldestSeconds: 0, nextTryAt: null },
  storage: { free: 600 * 1024 ** 3, size: 1024 ** 4 },
  database: { connections: 38, limit: 100, milliseconds: 2.4 },
  backup: goodBackup,
}
const failure = (n: number): FailedSession => ({
  id: `0b0c7a86-6f3c-4f3e-9a54-0d6a7f2c91a${n}`,
  organization: 'Harbor Street Counseling',
  errorCode: 'transcription_failed',
  failedAt: hoursAgo(1),
})
const failedList = (items: FailedSession[]) => ({ items, total: items.length })
const failedState = (items: FailedSession[]): AdminStatus['failed'] => ({
  total: items.length,
  latestAt: items[0]?.failedAt ?? null,
  lately: items.map(({ id }) => id.slice(-8)),
})

function openStatus(status: Partial<AdminStatus>, failed: FailedSession[] = []) {
  return openPage('/admin/status', {
    accounts: { me: () => platformAdmin },
    admin: {
      failedSessions: () => failedList(failed),
      status: () => ({ ...healthyStatus, failed: failedState(failed), ...status }),
    },
  })
}

const service = async (name: string) => within(await screen.findByRole('region', { name }))
const refresh = { name: 'Refresh' }

describe('the last backup', () => {
  const lastBackup = () => service('Last backup')

  test('the last backup is shown with its size and number of files', async () => {
    openStatus({})
    const shown = await lastBackup()
    expect(shown.getByText('38.0 GB, encrypted, with 2 files.')).toBeInTheDocument()
    expect(shown.queryByText(/Run npm run backup/)).not.toBeInTheDocument()
  })

  test('the last backup is marked if it is older than 26 hours', async () => {
    const last = { at: hoursAgo(50), size: 1, files: 1, lostFiles: 0 }
    openStatus({ backup: { ...goodBackup, last, isOverdue: true } })
    const shown = await lastBackup()
    expect(shown.getByText('Last backup is 2 days old')).toBeInTheDocument()
    expect(shown.getByText('1 MB, encrypted, with 1 file.')).toBeInTheDocument()
    expect(shown.getByText('Run npm run backup on the server.')).toBeInTheDocument()
    expect(screen.queryByText('Everything is working')).not.toBeInTheDocument()
  })

  test('a missing backup is shown, with the note that nightly backups are off', async () => {
    openStatus({ backup: { last: null, isOverdue: true, isNightly: false, failure: null, wal: null } })
    const shown = await lastBackup()
    expect(shown.getByText('No backup yet')).toBeInTheDocument()
    expect(shown.getByText('Nightly backups are off (BACKUP_NIGHTLY).')).toBeInTheDocument()
  })

  test('the last backup is shown with the reason why a later backup failed, and with missing files', async () => {
    openStatus({
      backup: {
        ...goodBackup,
        last: { at: hoursAgo(3), size: 1, files: 1, lostFiles: 2 },
        failure: { at: hoursAgo(1), reason: 'ENOSPC: no space left on device' },
      },
    })
    const shown = await lastBackup()
    expect(shown.getByText(/failed: ENOSPC: no space left on device/)).toBeInTheDocument()
    expect(shown.getByText(/^2 files were missing in the file store/)).toBeInTheDocument()
  })
})

describe('the archive of the write-ahead log', () => {
  const shownWith = async (wal: BackupState['wal']) => {
    openStatus({ backup: { ...goodBackup, wal } })
    return await service('Last backup')
  }

  test('the archive of the write-ahead log is shown with its last time while it works', async () => {
    const shown = await shownWith({ archivedAt: hoursAgo(0), isFailing: false, reason: null })
    expect(shown.getByText(/^The write-ahead log was archived at .+[.]$/)).toBeInTheDocument()
    expect(screen.getByText('Everything is working')).toBeInTheDocument()
  })

  test('a failing write-ahead log archive is shown with its reason, even if the last backup succeeded', async () => {
    const shown = await shownWith({
      archivedAt: hoursAgo(2),
      isFailing: true,
      reason: 'ENOSPC: no space left on device',
    })
    expect(
      shown.getByText(/^The write-ahead log has not been archived since .+: ENOSPC: no space left on device$/),
    ).toBeInTheDocument()
    expect(screen.queryByText('Everything is working')).not.toBeInTheDocument()
  })

  test('a write-ahead log archive that never worked is shown with the place where the reason is logged', async () => {
    const shown = await shownWith({ archivedAt: null, isFailing: true, reason: null })
    expect(
      shown.getByText('The write-ahead log has not been archived yet. See the log of PostgreSQL.'),
    ).toBeInTheDocument()
  })
})

describe('the status page', () => {
  test('the status page says that everything works, and shows version, processes and services', async () => {
    openStatus({})
    expect(await screen.findByText('Everything is working')).toBeInTheDocument()
    expect(screen.getByText(/^Attend 1[.]8[.]2[.] Checked \d+ seconds? ago[.]$/)).toBeInTheDocument()
    expect(screen.getByText('No sessions are waiting.')).toBeInTheDocument()
    const row = within(screen.getByRole('table', { name: 'Processes' })).getAllByRole('row')[1]
    expect(row).toHaveTextContent('attend-1clinic, 1.8.2All work4 seconds ago412 MBRunning')
    expect((await service('Storage')).getByText('41% used')).toBeInTheDocument()
    expect((await service('Language model')).getByText(/The last draft took 3 minutes/)).toBeInTheDocument()
    expect((await service('Mail')).getByText('No mail is waiting.')).toBeInTheDocument()
    await expectAccessible()
  })

  test('the status page marks a process without a heartbeat, a missing worker, waiting mail and a missing engine', async () => {
    openStatus({
      processes: [
        { ...process, name: 'web-1', roles: ['web'], jobs: null },
        { ...process, name: 'worker-1', roles: ['worker'], heartbeatSeconds: 75, isResponding: false },
      ],
      mail: { server: 'mail.example.test', waiting: 4, oldestSeconds: 370, nextTryAt: '2030-01-01T09:05:00.000Z' },
      speech: { engine: 'none', state: 'unavailable', percent: null, model: null },
    })
    expect((await service('Queue')).getByText('No worker')).toBeInTheDocument()
    expect(screen.getByText('Not responding')).toBeInTheDocument()
    expect(screen.getByText('1 minute ago')).toBeInTheDocument()
    expect(
      (await service('Mail')).getByText(/^4 mails waiting, the oldest for 6 minutes[.] mail[.]/),
    ).toBeInTheDocument()
    expect((await service('Speech engine')).getByText(/Recordings are saved/)).toBeInTheDocument()
    expect(screen.queryByText('Everything is working')).not.toBeInTheDocument()
  })

  test.each([
    ['long', 'Transcripts and drafts', /^No worker takes short jobs, so no mail is sent[.]/],
    ['short', 'Mail and notices', /^No worker takes long jobs, so recordings are not processed[.]/],
  ] as const)(
    'the status page names the work that is not done if all workers take only %s jobs',
    async (jobs, work, sentence) => {
      const web = { ...process, name: 'web-1', roles: ['web' as const], jobs: null }
      const worker = { ...process, name: 'worker-1', roles: ['worker' as const], jobs }
      openStatus({ processes: [web, worker, { ...process, name: 'attend-1', jobs }] })
      expect((await service('Queue')).getByText('No worker')).toBeInTheDocument()
      expect((await service('Queue')).getByText(sentence)).toBeInTheDocument()
      const rows = within(screen.getByRole('table', { name: 'Processes' }))
        .getAllByRole('row')
        .slice(1)
      expect(rows.map((row) => within(row).getAllByRole('cell')[1]?.textContent)).toEqual([
        'Pages and recordings',
        work,
        `Pages and recordings. ${work}`,
      ])
      expect(screen.queryByText('Everything is working')).not.toBeInTheDocument()
    },
  )

  test('the status page shows no warning if two workers together take all jobs, or if a worker does not report its jobs', async () => {
    const worker = { ...process, roles: ['worker' as const] }
    openStatus({
      processes: [
        { ...worker, name: 'worker-1', jobs: 'long' },
        { ...worker, name: 'worker-2', jobs: 'short' },
      ],
    })
    expect(await screen.findByText('Everything is working')).toBeInTheDocument()
    cleanup()
    openStatus({ processes: [{ ...worker, name: 'worker-1', jobs: null }] })
    expect(await screen.findByText('Everything is working')).toBeInTheDocument()
  })

  test('the status page lists sessions that are waiting, with their place in the queue or the time of their next try', async () => {
    const session = { organization: null, since: hoursAgo(1), place: null, nextTryAt: null, isRunning: false }
    openStatus({
      unfinished: {
        total: 53,
        items: [
          { ...session, ending: '15bd77f0', step: 'transcript', isRunning: true },
          { ...session, ending: 'c3aa20e8', step: 'note', place: 1 },
          { ...session, ending: 'd3aa20e8', step: 'audio', nextTryAt: hoursAgo(-1) },
        ],
      },
    })
    await screen.findByText('53 waiting')
    const rows = screen.getAllByRole('row').map(({ textContent }) => textContent)
    expect(rows).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^15bd77f0No organizationTranscribing/),
        expect.stringMatching(/^c3aa20e8No organizationWaiting for a note.*Next in line$/),
        expect.stringMatching(/^d3aa20e8No organizationWaiting to be processed.*Tries again at .*M$/),
      ]),
    )
    expect(screen.getByText('50 more are not shown.')).toBeInTheDocument()
  })

  test('the status page queues a failed session, and reports when it is finished', async () => {
    const [one, two] = [failure(1), failure(2)]
    const user = openStatus({}, [one, two])
    expect(await screen.findByText('2 sessions could not be finished')).toBeInTheDocument()
    const run = await screen.findByRole('button', { name: `Run ${one.id.slice(-8)} again` })
    const unfinished = {
      ending: one.id.slice(-8),
      organization: null,
      step: 'transcript' as const,
      isRunning: false,
      since: hoursAgo(0),
      place: 1,
      nextTryAt: null,
    }
    server.reply({
      admin: {
        runAgain: () => ({ count: 1 }),
        failedSessions: () => failedList([two]),
        status: () => ({ ...healthyStatus, failed: failedState([two]), unfinished: { total: 1, items: [unfinished] } }),
      },
    })
    await user.click(run)
    expect(await screen.findByText('Waiting for a transcript')).toBeInTheDocument()
    await waitFor(() => expect(screen.queryByRole('button', { name: /91a1/ })).not.toBeInTheDocument())
    expect(document.body).not.toHaveFocus()
    expect(document.activeElement).toContainElement(screen.getByText('Waiting for a transcript'))

    server.reply({ admin: { status: () => ({ ...healthyStatus, failed: failedState([two]) }) } })
    await user.click(screen.getByRole('button', refresh))
    expect(await screen.findByText(`Session ${one.id.slice(-8)} is finished.`)).toBeInTheDocument()
    expect(screen.getByRole('button', refresh)).toHaveFocus()
  })

  test('the status page reports a queued session as finished only if the list of unfinished sessions is complete', async () => {
    const one = failure(1)
    const user = openStatus({}, [one])
    const other = {
      organization: null,
      step: 'transcript' as const,
      isRunning: false,
      since: hoursAgo(0),
      place: null,
      nextTryAt: null,
    }
    const items = Array.from({ length: 50 }, (_, n) => ({ ...other, ending: `aaaaaa${n + 10}` }))
    const run = await screen.findByRole('button', { name: 'Run it again' })
    server.reply({
      admin: {
        runAgain: () => ({ count: 1 }),
        failedSessions: () => failedList([]),
        status: () => ({ ...healthyStatus, unfinished: { total: 80, items } }),
      },
    })
    await user.click(run)
    expect(await screen.findByText('30 more are not shown.')).toBeInTheDocument()
    await user.click(screen.getByRole('button', refresh))
    await waitFor(() => expect(server.calls.filter((call) => call === 'admin.status').length).toBeGreaterThan(2))
    expect(screen.queryByText(/is finished/)).not.toBeInTheDocument()
    server.reply({ admin: { status: () => healthyStatus } })
    await user.click(screen.getByRole('button', refresh))
    expect(await screen.findByText(`Session ${one.id.slice(-8)} is finished.`)).toBeInTheDocument()
  })

  test('the status page reports that another platform admin has queued a session already, and that it has failed again', async () => {
    const one = failure(1)
    const user = openStatus({}, [one])
    server.reply({ admin: { runAgain: () => ({ count: 0 }) } })
    await user.click(await screen.findByRole('button', { name: 'Run it again' }))
    expect(await screen.findByText('Already queued.')).toBeInTheDocument()
    expect(await screen.findByText(`Session ${one.id.slice(-8)} could not be finished.`)).toBeInTheDocument()
    expect(screen.getByRole('button', { name: /^Run \w{8} again$/ })).toHaveTextContent('Run again')
  })

  test('the status page loads the failed sessions, which is audited, only if they have changed', async () => {
    const user = openStatus({}, [failure(1)])
    await screen.findByText('1 session could not be finished')
    for (let n = 0; n < 3; n++) await user.click(screen.getByRole('button', refresh))
    await waitFor(() => expect(server.calls.filter((call) => call === 'admin.status')).toHaveLength(4))
    expect(server.calls.filter((call) => call === 'admin.failedSessions')).toHaveLength(1)
    const both = [failure(2), failure(1)]
    server.reply({
      admin: {
        failedSessions: () => failedList(both),
        status: () => ({ ...healthyStatus, failed: failedState(both) }),
      },
    })
    await user.click(screen.getByRole('button', refresh))
    expect(await screen.findByText('2 sessions could not be finished')).toBeInTheDocument()
    expect(await screen.findByRole('button', { name: /91a2/ })).toBeInTheDocument()
  })

  test('the status page replaces a list of failed sessions from an earlier visit', async () => {
    const user = openStatus({}, [failure(1)])
    await screen.findByRole('button', { name: /91a1/ })
    server.reply({ admin: { listUsers: () => ({ items: [], total: 0, isTotalExact: true }) } })
    await user.click(screen.getByRole('link', { name: 'Users' }))
    await screen.findByRole('searchbox')
    const both = [failure(2), failure(1)]
    server.reply({
      admin: {
        failedSessions: () => failedList(both),
        status: () => ({ ...healthyStatus, failed: failedState(both) }),
      },
    })
    await user.click(screen.getByRole('link', { name: 'Status' }))
    expect(await screen.findByRole('button', { name: /91a2/ })).toBeInTheDocument()
  })

  test('the status page reports that the failed sessions could not be loaded, and loads them again', async () => {
    const user = openPage('/admin/status', {
      accounts: { me: () => platformAdmin },
      admin: { failedSessions: offline, status: () => ({ ...healthyStatus, failed: failedState([failure(1)]) }) },
    })
    expect(await screen.findByText(/^Error loading failed sessions: /)).toBeInTheDocument()
    expect(screen.queryByText('No sessions are waiting.')).not.toBeInTheDocument()
    server.reply({ admin: { failedSessions: () => failedList([failure(1)]) } })
    await user.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByRole('button', { name: /91a1/ })).toBeInTheDocument()
    expect(screen.queryByText(/^Error loading failed sessions: /)).not.toBeInTheDocument()
  })

  test('the status page keeps its data while offline, and shows the time of the data', async () => {
    const user = openStatus({})
    await screen.findByText('Everything is working')
    server.reply({ admin: { status: offline } })
    await user.click(screen.getByRole('button', refresh))
    expect(await screen.findByText(/^Could not refresh[.] Showing \d+:\d\d [AP]M[.]$/)).toBeInTheDocument()
    expect(screen.getByRole('table', { name: 'Processes' })).toBeInTheDocument()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  test('the status page reports that it failed to load', async () => {
    openPage('/admin/status', {
      accounts: { me: () => platformAdmin },
      admin: { failedSessions: () => failedList([]), status: offline },
    })
    expect(await screen.findByRole('alert')).toHaveTextContent('Attend cannot be reached right now')
    await act(async () => {})
  })
})
