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

test('the calendar opens for a user whose time zone the browser does not know', async () => {
  openPage('/calendar', {
    accounts: { me: () => ({ ...owner, timeZone: 'Nowhere/Land' }) },
    sessions: { calendar: () => ({ items: [{ ...session, date: todayIn('') }], isComplete: true }) },
  })
  expect(await screen.findByRole('button', { name: 'Options for Maya Stone' })).toBeInTheDocument()
})

test('after midnight, Today in an open calendar selects the new day', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-19T22:59:00Z') })
  try {
    const user = openPage('/calendar', {
      accounts: { me: () => ({ ...owner, timeZone: 'Europe/Berlin' }) },
      sessions: { calendar: () => ({ items: [], isComplete: true }) },
    })
    expect(await screen.findByRole('heading', { name: 'Thursday, November 19' })).toBeInTheDocument()
    vi.setSystemTime(new Date('2026-11-19T23:01:00Z'))
    await user.click(screen.getByRole('button', { name: 'Today' }))
    expect(await screen.findByRole('heading', { name: 'Friday, November 20' })).toBeInTheDocument()
  } finally {
    vi.useRealTimers()
  }
})

test('arrow keys with Alt, Ctrl or Meta belong to the browser and select no other day', async () => {
  const user = openPage('/calendar?day=2026-11-19', {
    sessions: { calendar: () => ({ items: [], isComplete: true }) },
  })
  const heading = await screen.findByRole('heading', { name: 'Thursday, November 19' })
  within(screen.getByRole('grid'))
    .getByRole('button', { name: /November 19/ })
    .focus()
  await user.keyboard('{Alt>}{ArrowLeft}{/Alt}{Control>}{Home}{/Control}{Meta>}{ArrowUp}{/Meta}')
  expect(heading).toHaveTextContent('Thursday, November 19')
  await user.keyboard('{ArrowLeft}')
  expect(await screen.findByRole('heading', { name: 'Wednesday, November 18' })).toBeInTheDocument()
})

test('a reschedule without a date focuses the date', async () => {
  const user = openPage('/calendar', {
    sessions: { calendar: () => ({ items: [session], isComplete: true }) },
    series: { busy: () => ({ items: [] }) },
  })
  await user.click(await screen.findByRole('button', { name: 'Options for Maya Stone' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Reschedule' }))
  const part = await dialog('Reschedule Maya Stone')
  await user.clear(part.getByLabelText(/^Date/))
  await user.click(part.getByRole('button', { name: 'Reschedule' }))
  expect(await part.findByText('Choose a date.')).toBeInTheDocument()
  expect(part.getByLabelText(/^Date/)).toHaveFocus()
})

test('scheduling warns of a session of the day before that ends after midnight', async () => {
  const late = { ...session, date: '2026-11-18', startTime: '23:30', endTime: '00:20' }
  const early = { ...session, id: 'a1f6f3d0-6a0e-4c7e-8f9a-0d6a4a4d1d09', seriesId: null, date: '2026-11-19' }
  const items = [late, { ...early, startTime: '00:15', endTime: '01:05' }]
  const user = openPage('/calendar?day=2026-11-19', {
    sessions: {
      calendar: ({ from, to }) => ({ items: items.filter(({ date }) => from <= date && date <= to), isComplete: true }),
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Options for Maya Stone' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Reschedule' }))
  const part = await dialog('Reschedule Maya Stone')
  expect(await part.findByText(/^Overlaps with your session .* from 11:30 PM to 12:20 AM\./)).toBeInTheDocument()
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
