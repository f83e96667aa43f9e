import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { CalendarSession } from '#shared/contract/sessions.ts'
import { monthOf } from '#shared/rules/calendar.ts'
import { monthName } from '#web/features/calendar/days.ts'
import { owner } from '#web/testing/account.ts'
import { maya, sessionId } from '#web/testing/clinical.ts'
import { badGateway, fail } from '#web/testing/fake-server.ts'
import { choose, dialog, openPage } from '#web/testing/open-page.tsx'
import { todayIn } from '#web/ui/format/dates.ts'

/** An appointment of a series. */
const session: CalendarSession = {
  id: sessionId,
  clientId: maya.id,
  client: { firstName: 'Maya', lastName: 'Stone', isArchived: false },
  date: todayIn(owner.timeZone),
  startTime: '09:00',
  endTime: '09:50',
  durationMinutes: 50,
  type: 'Individual',
  settingType: 'telehealth',
  status: 'scheduled',
  toWrite: false,
  waitsForTranscript: false,
  seriesId: 'e0b0c7a8-6f3c-4f3e-9a54-0d6a4a4d1c09',
}

test('a session that cannot be scheduled shows the reason, and is sent again as the same request', async () => {
  const requests: unknown[] = []
  const schedule = ({ requestId }: { requestId?: string | undefined }) => {
    requests.push(requestId)
    return fail('unexpected', { id: '1a2b3c4d' })
  }
  const user = openPage('/calendar', {
    clients: { pick: () => ({ items: [maya], total: 1 }) },
    sessions: { calendar: () => ({ items: [], isComplete: true }), schedule },
  })
  const main = within(await screen.findByRole('main'))
  await user.click((await main.findAllByRole('button', { name: 'Schedule Session' }))[0] ?? document.body)
  const form = await dialog('Schedule Session')
  await choose(user, form, 'Client', 'Maya Stone')
  await user.click(form.getByRole('button', { name: 'Schedule Session' }))
  expect(await form.findByRole('alert')).toHaveTextContent(
    'Failed to create session: An unexpected error occurred. If it happens again, report number 1a2b3c4d.',
  )
  expect(form.getByRole('combobox', { name: 'Client' })).toHaveValue('Maya Stone')
  await user.click(form.getByRole('button', { name: 'Schedule Session' }))
  await vi.waitFor(() => expect(requests).toEqual([expect.any(String), requests[0]]))
  await user.click(form.getByRole('radio', { name: 'Telehealth' }))
  await user.click(form.getByRole('button', { name: 'Schedule Session' }))
  await vi.waitFor(() => expect(new Set(requests).size).toBe(2))
})

test('a date in the URL that does not exist is not requested, and the calendar shows the current month', async () => {
  const asked: string[] = []
  const calendar = ({ from, to }: { from: string; to: string }) => {
    asked.push(from, to)
    return { items: [], isComplete: true }
  }
  openPage('/calendar?day=2026-02-30', { sessions: { calendar } })
  const main = within(await screen.findByRole('main'))
  const month = monthName(monthOf(todayIn(owner.timeZone)))
  expect(await main.findByRole('heading', { name: month })).toBeInTheDocument()
  expect(asked.join()).not.toContain('2026-02')
})

test('a move of this and the following sessions is shown as done also if their overlaps cannot be loaded', async () => {
  const user = openPage('/calendar', {
    sessions: { calendar: () => ({ items: [session], isComplete: true }) },
    series: {
      busy: () => badGateway(),
      rescheduleFollowing: () => ({ seriesId: 'e0b0c7a8-6f3c-4f3e-9a54-0d6a4a4d1c10', items: [session] }),
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Options for Maya Stone' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Reschedule' }))
  const reschedule = await dialog('Reschedule Maya Stone')
  await user.click(reschedule.getByRole('radio', { name: 'This and following' }))
  await user.click(reschedule.getByRole('button', { name: 'Reschedule' }))
  expect(await screen.findByText('1 session moved.')).toBeInTheDocument()
})

test('a rescheduled session keeps its type and setting on the server unless the user changes them', async () => {
  const single = { ...session, seriesId: null }
  const sent = vi.fn((to: { date: string; settingType?: string | undefined }) => ({
    ...single,
    date: to.date,
    settingType: to.settingType === 'in-person' ? ('in-person' as const) : single.settingType,
  }))
  const user = openPage('/calendar', {
    sessions: { calendar: () => ({ items: [single], isComplete: true }), reschedule: sent },
    series: { busy: () => ({ items: [] }) },
  })
  const reschedule = async (setting?: string) => {
    await user.click(await screen.findByRole('button', { name: 'Options for Maya Stone' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Reschedule' }))
    const part = await dialog('Reschedule Maya Stone')
    if (setting !== undefined) await user.click(part.getByRole('radio', { name: setting }))
    await user.click(part.getByRole('button', { name: 'Reschedule' }))
    await user.click((await screen.findAllByRole('button', { name: 'Undo' })).at(-1) ?? document.body)
  }
  const times = { sessionId: session.id, date: session.date, startTime: '09:00', durationMinutes: 50 }
  await reschedule()
  await vi.waitFor(() => expect(sent.mock.calls).toEqual([[times], [times]]))
  await reschedule('In person')
  await vi.waitFor(() => expect(sent).toHaveBeenCalledTimes(4))
  expect(sent.mock.calls.slice(2)).toEqual([
    [{ ...times, settingType: 'in-person' }],
    [{ ...times, settingType: 'telehealth' }],
  ])
})

/** Opens the dialog that schedules a session, with two clients. Returns its client field. */
async function openClientField() {
  const ada = { ...maya, id: 'c1f6f3d0-6a0e-4c7e-8f9a-0d6a4a4d1d09', firstName: 'Ada' }
  const user = openPage('/calendar', {
    clients: {
      pick: ({ search }) => (search === 'ada' ? { items: [ada], total: 1 } : { items: [maya, ada], total: 2 }),
    },
    sessions: { calendar: () => ({ items: [], isComplete: true }), schedule: () => fail('unexpected', { id: '1' }) },
  })
  const main = within(await screen.findByRole('main'))
  await user.click((await main.findAllByRole('button', { name: 'Schedule Session' }))[0] ?? document.body)
  const schedule = await dialog('Schedule Session')
  return { user, schedule, field: await schedule.findByRole('combobox', { name: 'Client' }) }
}

test('Enter in the client field of a session chooses the only match, and with a closed list submits the form', async () => {
  const { user, schedule, field } = await openClientField()
  await user.type(field, 'a{Enter}')
  expect(field).toHaveValue('a')
  await user.keyboard('da{Enter}')
  await vi.waitFor(() => expect(field).toHaveValue('Ada Stone'))
  expect(field).toHaveAttribute('aria-expanded', 'false')
  expect(schedule.queryByRole('alert')).toBeNull()
  await user.keyboard('{Enter}')
  expect(await schedule.findByRole('alert')).toHaveTextContent('Failed to create session')
})

test('Enter in the client field chooses the only match although the field is left before the results arrive', async () => {
  const { user, field } = await openClientField()
  await user.type(field, 'ada{Enter}{Tab}')
  await vi.waitFor(() => expect(field).toHaveValue('Ada Stone'))
})

test('typing in the client field after Enter cancels the choice that Enter started', async () => {
  const { user, field } = await openClientField()
  await user.type(field, 'ada{Enter}x{Backspace}')
  expect(await screen.findByRole('option', { name: 'Ada Stone' })).toBeInTheDocument()
  await vi.waitFor(() => expect(screen.queryByRole('option', { name: 'Maya Stone' })).toBeNull())
  expect(field).toHaveValue('ada')
})
