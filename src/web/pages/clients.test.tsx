import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { owner } from '#web/testing/account.ts'
import { heldSession, maya } from '#web/testing/clinical.ts'
import { badGateway, fail, held, offline } from '#web/testing/fake-server.ts'
import { choose, dialog, fill, openPage, server } from '#web/testing/open-page.tsx'

const page = () => ({ items: [maya], total: 1, counts: { all: 1, active: 1, archived: 0 } })
const therapists = () => ({ items: [] })
const unexpected = () => fail('unexpected', { id: '1a2b3c4d' })

test('the list of clients reports a failure to load and can be reloaded', async () => {
  const user = openPage('/clients', { clients: { list: unexpected, therapists } })
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('Failed to load clients')
  expect(alert).toHaveTextContent('report number 1a2b3c4d')
  server.reply({ clients: { list: page } })
  await user.click(within(alert).getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByRole('link', { name: /^View/ })).toBeInTheDocument()
})

test('a client that cannot be added shows the reason, and is sent again as the same request', async () => {
  const requests: unknown[] = []
  const create = ({ requestId }: { requestId?: string | undefined }) => {
    requests.push(requestId)
    return badGateway()
  }
  const user = openPage('/clients', { clients: { list: page, therapists, create } })
  await user.click(await screen.findByRole('button', { name: 'Add Client' }))
  const add = await dialog('Add Client')
  await fill(user, add.getByLabelText(/^First Name/), 'Ada')
  await fill(user, add.getByLabelText(/^Last Name/), 'Moss')
  await user.click(add.getByRole('button', { name: 'Add Client' }))
  expect(await add.findByRole('alert')).toHaveTextContent('Failed to add client')
  server.reply({
    clients: {
      create: ({ requestId, ...details }) => {
        requests.push(requestId)
        return { ...maya, ...details, treatmentApproach: null }
      },
    },
  })
  await user.click(add.getByRole('button', { name: 'Add Client' }))
  expect(await screen.findByText('Ada Moss was added.')).toBeInTheDocument()
  expect(requests).toEqual([expect.any(String), requests[0]])
})

test("the client picker shows its purpose, today's clients and a failure to load", async () => {
  const user = openPage('/help', { clients: { pick: badGateway } })
  await user.click(await screen.findByRole('button', { name: 'Upload Session' }))
  const picker = await dialog('Select Client for Upload')
  expect(await picker.findByRole('alert')).toHaveTextContent('Failed to load clients')
  server.reply({
    clients: { pick: ({ search }) => (search === 'STONE m' ? { items: [], total: 0 } : { items: [maya], total: 1 }) },
  })
  await user.click(picker.getByRole('button', { name: 'Try Again' }))
  expect(await picker.findByText('Choose a client to upload a recorded session for.')).toBeInTheDocument()
  const today = await picker.findByRole('list', { name: "Today's Sessions" })
  expect(await within(today).findByRole('button', { name: /Maya Stone/ })).toBeInTheDocument()
  const search = picker.getByPlaceholderText('Search clients...')
  await fill(user, search, 'STONE m')
  expect(await picker.findByText('No clients found')).toBeInTheDocument()
  await fill(user, search, 'YA ST')
  const all = within(await picker.findByRole('region', { name: 'All Clients' }))
  expect(await all.findByRole('button', { name: /Maya Stone/ })).toBeInTheDocument()
})

test('Enter in the client picker chooses the only match, and none of several', async () => {
  const ada = { ...maya, id: 'c1f6f3d0-6a0e-4c7e-8f9a-0d6a4a4d1d09', firstName: 'Ada' }
  const user = openPage('/help', {
    clients: {
      get: () => ada,
      pick: ({ search }) => (search === 'ada' ? { items: [ada], total: 1 } : { items: [maya, ada], total: 2 }),
    },
    sessions: { calendar: () => ({ items: [], isComplete: true }) },
    transcripts: { speechStatus: () => ({ engine: 'embedded', state: 'ready', percent: null, model: null }) },
  })
  await user.click(await screen.findByRole('button', { name: 'Upload Session' }))
  const picker = await dialog('Select Client for Upload')
  await picker.findAllByRole('button', { name: /Maya Stone/ })
  await user.type(picker.getByPlaceholderText('Search clients...'), '{Enter}')
  expect(window.location.pathname).toBe('/help')
  await user.keyboard('ada{Enter}')
  expect(await screen.findByLabelText('Paste a transcript')).toBeInTheDocument()
  expect(window.location.pathname).toBe(`/upload-session/${ada.id}`)
})

test('the page of a client reports failures to load, to save and to archive, and keeps the typed text', async () => {
  const user = openPage(`/clients/${maya.id}`, { clients: { get: badGateway } })
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('Failed to load client')
  server.reply({ clients: { get: () => maya, update: badGateway, archive: offline, restore: badGateway } })
  await user.click(within(alert).getByRole('button', { name: 'Try Again' }))

  await user.click(await screen.findByRole('button', { name: 'Edit Client' }))
  const edit = await dialog('Edit Client')
  await fill(user, edit.getByLabelText(/^First Name/), 'Mia')
  await user.click(edit.getByRole('button', { name: 'Save Changes' }))
  expect(await edit.findByRole('alert')).toHaveTextContent('Failed to update client')
  expect(edit.getByLabelText(/^First Name/)).toHaveValue('Mia')
  const mia = { ...maya, firstName: 'Mia' }
  server.reply({ clients: { get: () => mia, update: () => mia } })
  await user.click(edit.getByRole('button', { name: 'Save Changes' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Mia Stone' })).toBeInTheDocument()

  await user.click(screen.getByRole('button', { name: 'Archive' }))
  const archive = await dialog('Archive Mia Stone?')
  expect(
    archive.getByText(
      /Appointments stay in the calendar, but cannot be started: cancel those that will not take place\./,
    ),
  ).toBeInTheDocument()
  await user.click(archive.getByRole('button', { name: 'Archive' }))
  expect(await archive.findByRole('alert')).toHaveTextContent(
    /^Failed to update client: Attend cannot be reached right now\./,
  )
  await user.click(archive.getByRole('button', { name: 'Cancel' }))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Archive' }))
  const again = await dialog('Archive Mia Stone?')
  expect(again.queryByRole('alert')).toBeNull()
  const archived = { ...mia, status: 'archived' as const }
  server.reply({ clients: { get: () => archived, archive: () => archived } })
  await user.click(again.getByRole('button', { name: 'Archive' }))
  expect(await screen.findByText('Mia Stone was archived.')).toBeInTheDocument()
  await user.click(await screen.findByRole('button', { name: 'Restore' }))
  expect(await screen.findByText('Failed to update client')).toBeInTheDocument()
})

test('a transfer that would leave unsigned notes warns, and needs a confirmation', async () => {
  const thea = {
    userId: '0b0c7a86-6f3c-4f3e-9a54-0d6a4a4d1d02',
    firstName: 'Thea',
    lastName: 'Hale',
    email: 'thea@example.test',
    role: 'therapist',
    managedBy: null,
    prelicensedBy: null,
    isActive: true,
    joinedAt: '2030-01-01T08:00:00.000Z',
  } as const
  const asked = vi.fn<() => void>()
  const user = openPage(`/clients/${maya.id}`, {
    accounts: { me: () => owner },
    members: { list: () => ({ items: [thea, { ...thea, userId: owner.id, firstName: 'Robin' }], former: [] }) },
    clients: {
      get: () => maya,
      transfer: ({ mayStayUnsigned = false, therapistId }) => {
        asked()
        return mayStayUnsigned
          ? { ...maya, therapistId, therapistName: 'Thea Hale' }
          : fail('client_unsigned', { name: 'Robin Hale', count: 3 })
      },
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Transfer to…' }))
  const transfer = await dialog('Transfer Maya Stone')
  await choose(user, transfer, /^New therapist/, 'Thea Hale, Therapist')
  await user.click(transfer.getByRole('button', { name: 'Transfer' }))
  expect(await transfer.findByRole('alert')).toHaveTextContent(
    'Notes of this client that Robin Hale has not signed: 3. After the transfer, no one can sign them',
  )
  const anyway = transfer.getByRole('button', { name: 'Transfer anyway' })
  // The second press of a double click on Transfer.
  fireEvent.click(anyway, { detail: 2 })
  await user.click(anyway)
  expect(asked).toHaveBeenCalledTimes(2)
  expect(await screen.findByText('Maya Stone was transferred to Thea Hale.')).toBeInTheDocument()
})

test("a client's sessions that fail to load show the reason, on the page and in the quick review", async () => {
  const user = openPage(`/clients/${maya.id}?tab=sessions`, {
    clients: { get: () => maya },
    sessions: { listForClient: badGateway },
  })
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load client sessions')
  await user.click(screen.getByRole('button', { name: 'Quick Review' }))
  const review = await dialog('Maya Stone')
  await user.click(await review.findByRole('button', { name: 'Show Previous Sessions' }))
  expect(await review.findByRole('alert')).toHaveTextContent('Failed to load client sessions')
})

test.each([
  ['signed', 'Signed'],
  ['awaiting_cosign', 'Awaiting co-signature'],
  ['returned', 'Returned'],
  ['draft', 'Note ready'],
] as const)("a client's session whose note is %s is labelled '%s'", async (noteStatus, text) => {
  const session = { ...heldSession, noteStatus }
  openPage(`/clients/${maya.id}?tab=sessions`, {
    clients: { get: () => maya },
    sessions: { listForClient: () => ({ items: [session], total: 1, pageSize: 20 }) },
  })
  const link = await screen.findByRole('link', { name: /03\/02\/2026/ })
  expect(link).toHaveTextContent(text)
})

test('filters in the URL of the client list that do not exist are ignored', async () => {
  openPage('/clients?status=closed&therapist=someone&page=-1', {
    clients: {
      list: ({ status, therapistId, page: number }) =>
        status === 'active' && therapistId === undefined && number === 1 ? page() : fail('input_invalid', {}),
      therapists,
    },
  })
  expect(await screen.findByRole('link', { name: /^View/ })).toBeInTheDocument()
})

test('the edit form of a client sends only what was changed, so that it overwrites no change of a colleague', async () => {
  const update = vi.fn(() => ({ ...maya, phone: '555 0100' }))
  const user = openPage(`/clients/${maya.id}`, { clients: { get: () => maya, update } })
  await user.click(await screen.findByRole('button', { name: 'Edit Client' }))
  const edit = await dialog('Edit Client')
  await fill(user, edit.getByLabelText(/^Phone/), ' 555 0100')
  await user.click(edit.getByRole('button', { name: 'Save Changes' }))
  expect(await screen.findByText('Changes saved.')).toBeInTheDocument()
  expect(update).toHaveBeenCalledExactlyOnceWith({ clientId: maya.id, phone: '555 0100' })
})

test.each([
  ['(555) 123-4567 x12', 'tel:5551234567;ext=12'],
  ['+1 555 123 4567', 'tel:+15551234567'],
  ['Cell 555 0100 (not at work)', 'tel:5550100'],
  ['2nd line 555 0100', 'tel:5550100'],
  ['#555 0100', 'tel:5550100'],
  ['555 0100, ext. 7', 'tel:5550100;ext=7'],
  ['911', 'tel:911'],
])('the phone number %s is a link to %s', async (phone, address) => {
  openPage(`/clients/${maya.id}`, { clients: { get: () => ({ ...maya, phone }) } })
  expect(await screen.findByRole('link', { name: phone })).toHaveAttribute('href', address)
})

test('the quick review shows that previous sessions are loading, and keeps the focus when the last ones have loaded', async () => {
  const { reply, release } = held((number: number) => ({
    items: [{ ...heldSession, id: heldSession.id.replace(/2$/, String(number)) }],
    total: 6,
    pageSize: 5,
  }))
  const user = openPage(`/clients/${maya.id}`, {
    clients: { get: () => maya },
    sessions: {
      listForClient: ({ which, page: number = 1 }) =>
        which === 'held' ? reply(number) : { items: [], total: 0, pageSize: 5 },
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Quick Review' }))
  const review = await dialog('Maya Stone')
  await user.click(await review.findByRole('button', { name: 'Show Previous Sessions' }))
  expect(review.getByText('Loading sessions')).toBeInTheDocument()
  release()
  await user.click(await review.findByRole('button', { name: 'Load 5 more' }))
  await vi.waitFor(() => expect(review.queryByRole('button', { name: 'Load 5 more' })).toBeNull())
  expect(document.activeElement).toContainElement(review.getByRole('list', { name: 'Previous sessions' }))
  expect(document.body).not.toHaveFocus()
})

test("a client's canceled session is labelled 'Canceled'", async () => {
  const session = { ...heldSession, status: 'cancelled' as const, noteState: null }
  openPage(`/clients/${maya.id}?tab=sessions`, {
    clients: { get: () => maya },
    sessions: { listForClient: () => ({ items: [session], total: 1, pageSize: 20 }) },
  })
  expect(await screen.findByText('Canceled')).toBeInTheDocument()
})
