import { act, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Organization } from '#shared/contract/organizations.ts'
import { owner } from '#web/testing/account.ts'
import { expectAccessible } from '#web/testing/expect-accessible.ts'
import { sessionId } from '#web/testing/clinical.ts'
import { badGateway, fail, held } from '#web/testing/fake-server.ts'
import { choose, dialog, fill, openPage, region, server } from '#web/testing/open-page.tsx'
import { signingReplies, toSign, unsigned } from '#web/testing/signing.ts'

const practice: Organization = {
  id: owner.organization?.id ?? '',
  name: "Robin Hale's Practice",
  role: 'owner',
  requiresSecondFactor: false,
  counts: { members: 1, owners: 1, admins: 0, supervisors: 0, therapists: 0, pendingInvitations: 0 },
  isDemo: false,
}
const member = {
  userId: owner.id,
  firstName: owner.firstName,
  lastName: owner.lastName,
  email: owner.email,
  role: 'owner' as const,
  managedBy: null,
  prelicensedBy: null,
  isActive: true,
  joinedAt: '2030-01-01T08:00:00.000Z',
}
const copies = { profiles: () => ({ items: [], suggestedId: '' }) }
const templates = { list: () => ({ items: [] }) }
const rules = { attestationText: null, lateAfterHours: 72 as const, unlockHours: 24 }
const organization = {
  copies,
  templates,
  organizations: { get: () => practice, mine: () => [], vocabulary: () => ({ words: ['Sertraline'] }) },
  transcripts: {
    speechStatus: () => ({
      engine: 'endpoint' as const,
      state: 'ready' as const,
      percent: null,
      model: 'whisper-1',
      usesVocabulary: true,
    }),
  },
  members: { list: () => ({ items: [member], former: [] }) },
  invitations: { list: () => [] },
  signatures: { rules: () => rules },
}

test('each panel of the organization settings reports its failure to load and can be retried', async () => {
  const user = openPage('/settings?tab=organization', {
    organizations: { get: badGateway, mine: () => [], vocabulary: badGateway },
    members: { list: badGateway },
    copies,
    templates,
    invitations: { list: badGateway },
    signatures: { rules: badGateway },
  })
  const parts = ['Organization Details', 'Team Members', 'Pending Invitations'] as const
  for (const name of parts) {
    expect(await (await region(name)).findByRole('alert')).toHaveTextContent('Failed to load organization data')
  }
  for (const name of ['Supervisor Assignments', 'Signing notes', 'Vocabulary'])
    expect(await (await region(name)).findByRole('alert')).toHaveTextContent('Failed to load data')
  await expectAccessible()
  server.reply(organization)
  for (const name of parts) {
    const part = await region(name)
    await user.click(await part.findByRole('button', { name: 'Try Again' }))
    await vi.waitFor(() => expect(part.queryByRole('alert')).toBeNull())
    expect(part.getByRole('heading', { name })).toBeInTheDocument()
  }
  expect(await screen.findByRole('table', { name: 'Team Members' })).toBeInTheDocument()
})

test('the panels of the organization settings appear together', async () => {
  const { reply, release } = held(() => ({ words: ['Sertraline'] }))
  openPage('/settings?tab=organization', {
    ...organization,
    organizations: { ...organization.organizations, vocabulary: reply },
  })
  expect(await screen.findByText('Loading organization')).toBeInTheDocument()
  await vi.waitFor(() => expect(server.calls).toContain('members.list'))
  expect(screen.queryByRole('region', { name: 'Team Members' })).toBeNull()
  release()
  expect(await screen.findByRole('region', { name: 'Team Members' })).toBeInTheDocument()
})

test('preferences that fail to save keep the selected values', async () => {
  const user = openPage('/settings', { copies, templates, accounts: { update: badGateway } })
  const transferred = await screen.findByRole('switch', { name: /^Client transferred/ })
  await user.click(transferred)
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to save settings')
  expect(transferred).not.toBeChecked()
  server.reply({ accounts: { update: () => owner } })
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  expect(await screen.findByText('Changes saved successfully')).toBeInTheDocument()
})

test('the preferences start from the stored values on every visit, and a save keeps them', async () => {
  const stored = {
    ...owner,
    defaultNoteType: 'BIRP' as const,
    notificationSettings: { ...owner.notificationSettings, clientTransferred: false },
  }
  const update = vi.fn<(changes: object) => typeof stored>(() => stored)
  const user = openPage('/help', { copies, templates, accounts: { update: (changes) => update(changes) } })
  const link = await screen.findByRole('link', { name: 'Settings' })
  server.reply({ accounts: { me: () => stored } })
  await user.click(link)
  const noteType = (await region('Application Settings')).getByRole('combobox', { name: 'Default Note Type' })
  expect(noteType).toHaveValue('BIRP')
  await user.click(screen.getByRole('switch', { name: /^Low sessions remaining/ }))
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  expect(await screen.findByText('Changes saved successfully')).toBeInTheDocument()
  expect(update).toHaveBeenCalledExactlyOnceWith({
    notificationSettings: { lowSessionsRemaining: false },
  })
})

test('the preferences offer every note type and two notifications', async () => {
  const user = openPage('/settings', { copies, templates })
  const application = await region('Application Settings')
  const noteType = application.getByRole('combobox', { name: 'Default Note Type' })
  expect(noteType).toHaveValue('SOAP')
  for (const name of [/^Low sessions remaining/, /^Client transferred/]) {
    expect(screen.getByRole('switch', { name })).toBeChecked()
  }
  // There is no homework feature yet, so it has no notification setting.
  expect((await region('Notifications')).getAllByRole('switch')).toHaveLength(2)
  await user.click(noteType)
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
    'SOAP',
    'DAP',
    'BIRP',
    'GIRP',
    'Intake',
    'Case Management',
    'SIRP',
    'PIRP',
    'Internal Family Systems',
    'EMDR',
  ])
})

test('a switch immediately turns off single-letter shortcuts in this browser', async () => {
  const user = openPage('/settings', { copies, templates })
  const letters = await screen.findByRole('switch', { name: /^Single-letter shortcuts/ })
  expect(letters).toBeChecked()
  await user.click(letters)
  expect(letters).not.toBeChecked()
  expect(localStorage.getItem('attend-single-keys')).toBe('false')
})

test('unsaved preferences survive a tab change, and leaving asks for a confirmation', async () => {
  const { reply, release } = held(() => ({ ...owner, defaultNoteType: 'DAP' as const }))
  // The page of the clicked link may already be loaded.
  const clients = { list: () => ({ items: [], total: 0, counts: { all: 0, active: 0, archived: 0 } }) }
  const user = openPage('/settings', { ...organization, clients, accounts: { update: reply } })
  const page = within(await screen.findByRole('main'))
  await choose(user, page, 'Default Note Type', 'DAP')
  await user.click(page.getByRole('tab', { name: 'Organization' }))
  await page.findByRole('table', { name: 'Team Members' })
  await user.click(page.getByRole('tab', { name: 'Preferences' }))
  expect(page.getByRole('combobox', { name: 'Default Note Type' })).toHaveValue('DAP')
  await user.click(screen.getByRole('link', { name: 'Clients' }))
  const question = await dialog('Unsaved changes')
  expect(question.getByText(/Your changes to your settings are not saved yet\./)).toBeInTheDocument()
  await user.click(question.getByRole('button', { name: 'Keep editing' }))
  expect(window.location.pathname).toBe('/settings')
  await user.click(page.getByRole('button', { name: 'Save Changes' }))
  expect(page.getByRole('button', { name: 'Saving...' })).toBeDisabled()
  release()
  expect(await screen.findByText('Changes saved successfully')).toBeInTheDocument()
})

test('an organization cannot be renamed to an empty name', async () => {
  const user = openPage('/settings?tab=organization', organization)
  const details = await region('Organization Details')
  await user.click(await details.findByRole('button', { name: 'Rename organization' }))
  const rename = await dialog('Rename organization')
  await fill(user, rename.getByLabelText(/^Name/), '  ')
  await user.keyboard('{Enter}')
  expect(await rename.findByText('Organization name is required.')).toBeInTheDocument()
})

test('the rules for signing can be changed, and hours out of range are rejected', async () => {
  const user = openPage('/settings?tab=organization', organization)
  const card = await region('Signing notes')
  await fill(user, await card.findByRole('textbox', { name: 'Hours to unlock' }), '200')
  await user.click(card.getByRole('button', { name: 'Save Changes' }))
  expect(card.getByText('Enter 0 to 168 hours.')).toBeInTheDocument()
  await fill(user, card.getByRole('textbox', { name: 'Hours to unlock' }), '0')
  await fill(user, card.getByRole('textbox', { name: 'Statement' }), 'I stand by it.')
  await choose(user, card, 'Late entry after', '24 hours')
  const changed = vi.fn((input: typeof rules | object) => ({ ...rules, ...input }))
  server.reply({ signatures: { changeRules: (input) => changed(input) } })
  await user.click(card.getByRole('button', { name: 'Save Changes' }))
  expect(await screen.findByText('Rules of signing saved.')).toBeInTheDocument()
  expect(changed).toHaveBeenCalledWith({ attestationText: 'I stand by it.', lateAfterHours: 24, unlockHours: 0 })
})

test('an owner who changed the statement signs the next note with it', async () => {
  server.reply(signingReplies)
  const user = openPage(`/notes/${sessionId}`, organization)
  await screen.findByRole('button', { name: 'Sign note' })
  act(() => window.history.pushState(null, '', '/settings?tab=organization'))
  const card = await region('Signing notes')
  const attestationText = 'I held this session and wrote this note.'
  await fill(user, await card.findByRole('textbox', { name: 'Statement' }), attestationText)
  server.reply({
    signatures: {
      changeRules: (input) => ({ ...rules, ...input }),
      get: () => ({ ...unsigned, toSign: { ...toSign, attestationText } }),
    },
  })
  await user.click(card.getByRole('button', { name: 'Save Changes' }))
  expect(await screen.findByText('Rules of signing saved.')).toBeInTheDocument()
  await act(async () => window.history.back())
  await user.click(await screen.findByRole('button', { name: 'Sign note' }))
  expect(await (await dialog('Sign note')).findByText(attestationText)).toBeInTheDocument()
})

test('owners mark a therapist as pre-licensed, and see who has done so', async () => {
  const therapist = {
    ...member,
    userId: '0b0c7a86-6f3c-4f3e-9a54-0d6a4a4d1c09',
    firstName: 'Tamsin',
    lastName: 'Okell',
  }
  const listedMembers = (prelicensedBy: 'organization' | 'profile' | null) => [
    member,
    { ...therapist, role: 'therapist' as const, prelicensedBy },
  ]
  const user = openPage('/settings?tab=organization', {
    ...organization,
    members: { list: () => ({ items: listedMembers('profile'), former: [] }), setPrelicensed: badGateway },
  })
  const part = await region('Supervisor Assignments')
  const box = await part.findByRole('checkbox', { name: 'Tamsin Okell is pre-licensed' })
  expect(box).not.toBeChecked()
  expect(part.getByText('Pre-licensed by their own profile')).toBeInTheDocument()
  await user.click(box)
  expect(await part.findByText('Failed to update assignment')).toBeInTheDocument()
  expect(box).not.toBeChecked()
  server.reply({
    members: {
      setPrelicensed: ({ isPrelicensed }) => listedMembers(isPrelicensed ? 'organization' : null),
      list: () => ({ items: listedMembers('organization'), former: [] }),
    },
  })
  await user.click(box)
  expect(await screen.findByText('Notes of Tamsin Okell need a co-signature.')).toBeInTheDocument()
  await vi.waitFor(() => expect(box).toBeChecked())
  expect(part.queryByText('Pre-licensed by their own profile')).toBeNull()
})

test('the vocabulary names a line that cannot be saved, and is saved without repetitions', async () => {
  const sentInputs: string[][] = []
  const changeVocabulary = ({ words }: { words: string[] }) => {
    sentInputs.push(words)
    return { words }
  }
  const user = openPage('/settings?tab=organization', {
    ...organization,
    organizations: { ...organization.organizations, changeVocabulary },
  })
  const panel = await region('Vocabulary')
  const words = await panel.findByRole('textbox', { name: /^Words, one per line/ })
  expect(words).toHaveValue('Sertraline')
  await user.type(words, '{enter}<b>')
  await user.click(panel.getByRole('button', { name: 'Save Changes' }))
  expect(words).toHaveAccessibleDescription(/“<b>”: Use letters, digits, spaces, hyphens, periods and apostrophes\./)
  expect(words).toHaveFocus()
  await user.clear(words)
  await user.type(words, ' Maeve {enter}{enter}maeve{enter}St. John’s wort')
  await user.click(panel.getByRole('button', { name: 'Save Changes' }))
  expect(await screen.findByText('Vocabulary saved.')).toBeInTheDocument()
  expect(sentInputs).toEqual([['maeve', 'St. John’s wort']])
  expect(panel.queryByText(/does not use the list/)).toBeNull()
  await expectAccessible()
})

test('vocabulary that was changed elsewhere in the meantime is not replaced, and the typed text stays', async () => {
  const sent: unknown[] = []
  const user = openPage('/settings?tab=organization', {
    ...organization,
    organizations: {
      ...organization.organizations,
      changeVocabulary: (input) => {
        sent.push(input)
        return fail('vocabulary_changed')
      },
    },
  })
  const panel = await region('Vocabulary')
  const words = await panel.findByRole('textbox', { name: /^Words, one per line/ })
  await user.type(words, '{enter}Maeve')
  await user.click(panel.getByRole('button', { name: 'Save Changes' }))
  expect(await panel.findByRole('alert')).toHaveTextContent('The vocabulary was changed elsewhere in the meantime.')
  expect(sent).toEqual([{ words: ['Sertraline', 'Maeve'], basedOn: ['Sertraline'] }])
  expect(words).toHaveValue('Sertraline\nMaeve')
})

test('only changed rules for signing are saved, and rules that were changed elsewhere are shown', async () => {
  const changed = vi.fn((changes: object) => ({ ...rules, attestationText: 'Mine.', ...changes }))
  const user = openPage('/settings?tab=organization', {
    ...organization,
    signatures: { ...organization.signatures, changeRules: (changes) => changed(changes) },
  })
  const card = await region('Signing notes')
  await fill(user, await card.findByRole('textbox', { name: 'Hours to unlock' }), '12')
  await user.click(card.getByRole('button', { name: 'Save Changes' }))
  await vi.waitFor(() => expect(card.getByRole('textbox', { name: 'Statement' })).toHaveValue('Mine.'))
  await choose(user, card, 'Late entry after', '24 hours')
  await user.click(card.getByRole('button', { name: 'Save Changes' }))
  await vi.waitFor(() => expect(changed.mock.calls).toEqual([[{ unlockHours: 12 }], [{ lateAfterHours: 24 }]]))
})

test('text that is typed while the vocabulary is saved stays, and is not saved yet', async () => {
  const { reply, release } = held(({ words }: { words: string[] }) => ({ words }))
  const user = openPage('/settings?tab=organization', {
    ...organization,
    organizations: { ...organization.organizations, changeVocabulary: reply },
  })
  const panel = await region('Vocabulary')
  const words = await panel.findByRole('textbox', { name: /^Words, one per line/ })
  await user.type(words, '{enter}Maeve')
  await user.click(panel.getByRole('button', { name: 'Save Changes' }))
  await user.type(words, '{enter}Lamotrigine')
  release()
  expect(await screen.findByText('Vocabulary saved.')).toBeInTheDocument()
  expect(words).toHaveValue('Sertraline\nMaeve\nLamotrigine')
  expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false)
})

test('the vocabulary and the rules for signing start from the stored values on every visit', async () => {
  const user = openPage('/settings?tab=organization', organization)
  expect(await (await region('Vocabulary')).findByRole('textbox', { name: /^Words/ })).toHaveValue('Sertraline')
  await user.click(screen.getByRole('tab', { name: 'Preferences' }))
  await vi.waitFor(() => expect(screen.queryByRole('region', { name: 'Vocabulary' })).toBeNull())
  // The cache removes unused values in a later task.
  await new Promise((resolve) => setTimeout(resolve, 20))
  server.reply({
    organizations: { vocabulary: () => ({ words: ['Lamotrigine'] }) },
    signatures: { rules: () => ({ ...rules, unlockHours: 12 }) },
  })
  await user.click(screen.getByRole('tab', { name: 'Organization' }))
  expect(await (await region('Vocabulary')).findByRole('textbox', { name: /^Words/ })).toHaveValue('Lamotrigine')
  expect((await region('Signing notes')).getByRole('textbox', { name: 'Hours to unlock' })).toHaveValue('12')
})

test('a renamed organization leaves no unsaved input', async () => {
  const user = openPage('/settings?tab=organization', organization)
  const details = await region('Organization Details')
  await user.click(await details.findByRole('button', { name: 'Rename organization' }))
  const rename = await dialog('Rename organization')
  await fill(user, rename.getByLabelText(/^Name/), 'Elm Street')
  server.reply({ organizations: { rename: ({ name }) => ({ ...practice, name }) } })
  await user.click(rename.getByRole('button', { name: 'Save Changes' }))
  expect(await screen.findByText('Your organization is now called Elm Street.')).toBeInTheDocument()
  expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(true)
})

test('the vocabulary shows that the active engine does not use it', async () => {
  const status = { engine: 'embedded' as const, state: 'ready' as const, percent: null, model: 'whisper-base.en-int8' }
  openPage('/settings?tab=organization', { ...organization, transcripts: { speechStatus: () => status } })
  const panel = await region('Vocabulary')
  expect(
    await panel.findByText('The active speech engine, whisper-base.en-int8, does not use the list.', { exact: false }),
  ).toBeInTheDocument()
})
