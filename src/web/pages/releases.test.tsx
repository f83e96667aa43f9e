import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { ReleasesAndHolds } from '#shared/contract/releases.ts'
import { addDays } from '#shared/rules/calendar.ts'
import { owner } from '#web/testing/account.ts'
import { insights, maya, notePage, sessionId, soapNote, transcript } from '#web/testing/clinical.ts'
import { expectAccessible } from '#web/testing/expect-accessible.ts'
import { badGateway, fail, type Replies } from '#web/testing/fake-server.ts'
import { dialog, fill, openPage, region, server } from '#web/testing/open-page.tsx'
import { activeHold, courtRelease, liftedHold } from '#web/testing/releases.ts'
import { unsigned } from '#web/testing/signing.ts'
import { todayIn } from '#web/ui/format/dates.ts'

const today = todayIn(owner.timeZone)
const none: ReleasesAndHolds = { releases: [], holds: [], canChange: true }
const title = 'Record releases and holds'

beforeEach(() => server.reply({ clients: { get: () => maya } }))

async function openClient(releases: NonNullable<Replies['releases']>) {
  const user = openPage(`/clients/${maya.id}`, { releases })
  await user.click(await screen.findByRole('button', { name: title }))
  return { user, part: await region(title) }
}

test('a release is logged with its day, recipient and contents', async () => {
  const { user, part } = await openClient({ ofClient: () => none })
  expect(await part.findByText(/^No releases and no holds\./)).toBeInTheDocument()
  await user.click(part.getByRole('button', { name: 'Log a release' }))
  const form = await dialog('Log a release')
  await user.click(form.getByRole('button', { name: 'Log release' }))
  expect(form.getByText('Write who received it.')).toBeInTheDocument()
  expect(form.getByText('Write what was released.')).toBeInTheDocument()
  await fill(user, form.getByLabelText(/^Released on/), addDays(today, 1))
  await fill(user, form.getByLabelText(/^Recipient/), courtRelease.recipient)
  await fill(user, form.getByLabelText(/^What was released/), courtRelease.contents)
  await user.click(form.getByRole('button', { name: 'Log release' }))
  expect(form.getByText('The release cannot be in the future.')).toBeInTheDocument()
  await fill(user, form.getByLabelText(/^Released on/), today)
  await expectAccessible()
  const list = { ...none, releases: [courtRelease] }
  const handler = vi.fn<(input: unknown) => ReleasesAndHolds>(() => list)
  server.reply({ releases: { ofClient: () => list, log: (input) => handler(input) } })
  await user.click(form.getByRole('button', { name: 'Log release' }))
  expect(await screen.findByText('Release logged.')).toBeInTheDocument()
  expect(handler).toHaveBeenCalledExactlyOnceWith({
    clientId: maya.id,
    releasedOn: today,
    recipient: courtRelease.recipient,
    contents: courtRelease.contents,
    requestId: expect.any(String),
  })
  expect(await part.findByText('Released 03/04/2026 to Marion County Court')).toBeInTheDocument()
})

test('a release corrected after a lost response is another request', async () => {
  const { user, part } = await openClient({ ofClient: () => none })
  await user.click(await part.findByRole('button', { name: 'Log a release' }))
  const form = await dialog('Log a release')
  await fill(user, form.getByLabelText(/^Recipient/), 'Marion Court')
  await fill(user, form.getByLabelText(/^What was released/), courtRelease.contents)
  const ids: string[] = []
  const keep = ({ requestId }: { requestId: string }) => void ids.push(requestId)
  server.reply({ releases: { ofClient: () => none, log: (input) => (keep(input), badGateway()) } })
  await user.click(form.getByRole('button', { name: 'Log release' }))
  await form.findByRole('alert')
  server.reply({ releases: { ofClient: () => none, log: (input) => (keep(input), none) } })
  await fill(user, form.getByLabelText(/^Recipient/), courtRelease.recipient)
  await user.click(form.getByRole('button', { name: 'Log release' }))
  expect(await screen.findByText('Release logged.')).toBeInTheDocument()
  expect(new Set(ids).size).toBe(2)
})

test('a legal hold is placed and lifted with a reason, and the focus stays at the hold', async () => {
  const { user, part } = await openClient({ ofClient: () => none })
  await user.click(await part.findByRole('button', { name: 'Place a legal hold' }))
  const form = await dialog('Place a legal hold')
  await user.click(form.getByRole('button', { name: 'Place hold' }))
  expect(form.getByText('Write a reason.')).toBeInTheDocument()
  await fill(user, form.getByLabelText(/^Reason/), activeHold.reason)
  await expectAccessible()
  const held = { ...none, holds: [activeHold] }
  server.reply({ releases: { ofClient: () => held, placeHold: () => held } })
  await user.click(form.getByRole('button', { name: 'Place hold' }))
  expect(await screen.findByText('Legal hold placed.')).toBeInTheDocument()
  await user.click(await part.findByRole('button', { name: 'Lift…' }))
  const end = await dialog('Lift the legal hold')
  await user.click(end.getByRole('button', { name: 'Lift hold' }))
  expect(end.getByText('Write a reason.')).toBeInTheDocument()
  await fill(user, end.getByLabelText(/^Reason/), 'The case is closed.')
  server.reply({ releases: { ofClient: () => held, liftHold: () => fail('hold_lifted') } })
  await user.click(end.getByRole('button', { name: 'Lift hold' }))
  expect(await end.findByRole('alert')).toHaveTextContent('This legal hold was already lifted.')
  const lifted = { ...none, holds: [liftedHold] }
  server.reply({ releases: { ofClient: () => lifted, liftHold: () => lifted } })
  await user.click(end.getByRole('button', { name: 'Lift hold' }))
  expect(await part.findByText('Lifted')).toBeInTheDocument()
  expect(part.getByText(/Reason: The case is closed\.$/)).toBeInTheDocument()
  expect(part.queryByRole('button', { name: 'Lift…' })).toBeNull()
  await vi.waitFor(() => expect(part.getByRole('listitem', { name: 'Legal hold since 03/05/2026' })).toHaveFocus())
})

test('a read-only user sees releases and legal holds without actions', async () => {
  const { part } = await openClient({
    ofClient: () => ({ releases: [courtRelease], holds: [activeHold], canChange: false }),
  })
  expect(await part.findByText('Active')).toBeInTheDocument()
  for (const name of ['Log a release', 'Place a legal hold', 'Lift…'])
    expect(part.queryByRole('button', { name })).toBeNull()
})

test('a list of releases and legal holds that fails to load can be reloaded', async () => {
  const { user, part } = await openClient({ ofClient: badGateway })
  expect(await part.findByText('Failed to load releases and holds')).toBeInTheDocument()
  server.reply({ releases: { ofClient: () => none } })
  await user.click(part.getByRole('button', { name: 'Try Again' }))
  expect(await part.findByText(/^No releases and no holds\./)).toBeInTheDocument()
})

test('a signed note under a legal hold shows why it cannot be unlocked', async () => {
  const signature = {
    id: 's1',
    version: 1,
    role: 'author' as const,
    name: 'Robin Hale',
    credentials: 'LCSW',
    licenseNumber: '',
    licenseState: '',
    timeZone: 'UTC',
    attestationText: 'I held this session.',
    signedAt: '2026-03-02T10:05:00Z',
    authMethod: 'password' as const,
    isLate: false,
    contentSha256: '8f3a21c0d94e',
    isIntact: true,
    superseded: null,
  }
  const unlockRefusal = 'The record is under a legal hold since 03/05/2026. Add a correction instead.'
  openPage(`/notes/${sessionId}`, {
    notes: { get: () => ({ ...notePage, canEdit: false, note: { ...soapNote, status: 'signed' } }) },
    transcripts: { get: () => transcript },
    insights: { get: () => insights },
    copies: { last: () => null },
    signatures: {
      get: () => ({ ...unsigned, status: 'signed', toSign: null, signatures: [signature], unlockRefusal }),
    },
  })
  const record = await region('Record')
  expect(record.getByText(`Unlocking is closed. ${unlockRefusal}`)).toBeInTheDocument()
  expect(record.queryByRole('button', { name: /^Unlock/ })).toBeNull()
})

test('a release that is not confirmed keeps its text while the list fails to load, and its failure ends with the dialog', async () => {
  const { user, part } = await openClient({ ofClient: () => none })
  await user.click(await part.findByRole('button', { name: 'Log a release' }))
  const form = await dialog('Log a release')
  await fill(user, form.getByLabelText(/^Recipient/), 'Lakeside Insurance')
  await fill(user, form.getByLabelText(/^What was released/), 'Treatment summary')
  server.reply({ releases: { ofClient: badGateway, log: badGateway } })
  await user.click(form.getByRole('button', { name: 'Log release' }))
  expect(await part.findByText('Failed to load releases and holds')).toBeInTheDocument()
  expect(form.getByRole('alert')).toHaveTextContent('The release was not confirmed. Try again.')
  expect(form.getByLabelText(/^Recipient/)).toHaveValue('Lakeside Insurance')
  await user.keyboard('{Escape}')
  await user.click((await dialog('Unsaved changes')).getByRole('button', { name: 'Discard changes' }))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(part.getByRole('button', { name: 'Log a release' }))
  const again = await dialog('Log a release')
  expect(again.getByLabelText(/^Recipient/)).toHaveValue('')
  expect(again.queryByRole('alert')).toBeNull()
})

test('a hold that is not confirmed keeps its reason and can be sent again', async () => {
  const { user, part } = await openClient({ ofClient: () => none })
  await user.click(await part.findByRole('button', { name: 'Place a legal hold' }))
  const form = await dialog('Place a legal hold')
  await fill(user, form.getByLabelText(/^Reason/), 'Letter of an attorney')
  server.reply({ releases: { ofClient: badGateway, placeHold: badGateway } })
  await user.click(form.getByRole('button', { name: 'Place hold' }))
  expect(await form.findByRole('alert')).toHaveTextContent('The hold was not confirmed. Try again.')
  expect(await part.findByText('Failed to load releases and holds')).toBeInTheDocument()
  expect(form.getByLabelText(/^Reason/)).toHaveValue('Letter of an attorney')
  server.reply({ releases: { ofClient: () => ({ ...none, holds: [activeHold] }), placeHold: () => none } })
  await user.click(form.getByRole('button', { name: 'Place hold' }))
  expect(await screen.findByText('Legal hold placed.')).toBeInTheDocument()
})
