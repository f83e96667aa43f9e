import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { Account } from '#shared/contract/accounts.ts'
import type { OwnVoice } from '#shared/contract/own-voice.ts'
import { owner } from '#web/testing/account.ts'
import { badGateway, type Replies } from '#web/testing/fake-server.ts'
import { dialog, fill, openPage, region, server } from '#web/testing/open-page.tsx'

test('a profile that fails to load or save shows the reason and keeps the typed text', async () => {
  const user = openPage('/help')
  await user.click(await screen.findByRole('button', { name: /profile menu$/ }))
  server.reply({ accounts: { me: badGateway, update: badGateway } })
  await user.click(await screen.findByRole('menuitem', { name: 'My Profile' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load profile')
  server.reply({ accounts: { me: () => owner } })
  await user.click(screen.getByRole('button', { name: 'Try Again' }))
  const lastName = await screen.findByLabelText(/^Last Name/)
  await fill(user, lastName, 'Vale')
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to update profile')
  expect(lastName).toHaveValue('Vale')
  server.reply({ accounts: { update: (changes) => ({ ...owner, ...changes }) } })
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  expect(await screen.findByText('Profile updated successfully')).toBeInTheDocument()
})

test('a co-signature that the organization requires cannot be turned off', async () => {
  const organization = { ...organizationOf(owner), role: 'therapist' as const, isPrelicensed: true }
  openPage('/profile', { accounts: { me: () => ({ ...owner, organization }) } })
  const box = await screen.findByRole('checkbox', { name: 'I am pre-licensed: a supervisor co-signs my notes.' })
  expect(box).toBeChecked()
  expect(box).toBeDisabled()
  expect(box).toHaveAccessibleDescription(`Set by ${organization.name}. Only an owner or admin can change it.`)
})

function organizationOf({ organization }: Account) {
  if (organization === null) throw new Error('the account has no organization')
  return organization
}

/** Opens My Profile. The other cards of the tab fail to load. */
async function openCard(ownVoice: Replies['ownVoice']) {
  const user = openPage('/profile?tab=security', {
    accounts: { me: () => owner, signIns: badGateway, listFailedSignIns: badGateway, secondFactor: badGateway },
    ownVoice,
  })
  return { user, card: await region('Your voice') }
}

describe('the card Your voice', () => {
  const none: OwnVoice = { isOn: true, stored: null, readingSessionId: null, failure: null, currentModel: 'campplus' }
  const stored: OwnVoice = { ...none, stored: { storedAt: '2030-01-02T19:00:00.000Z', model: 'campplus' } }

  test('says that nothing is stored, and turns the offer off', async () => {
    const { user, card } = await openCard({ get: () => none, setOn: ({ isOn }) => ({ ...none, isOn }) })
    expect(await card.findByText(/^Not stored\./)).toBeInTheDocument()
    expect(card.queryByRole('button', { name: 'Remove' })).not.toBeInTheDocument()
    const box = card.getByRole('switch', { name: /^Recognize me by my voice/ })
    expect(box).toBeChecked()
    await user.click(box)
    await waitFor(() => expect(box).not.toBeChecked())
  })

  test('names date and model of a stored voice, and removes it after a confirmation', async () => {
    let now = stored
    const { user, card } = await openCard({ get: () => now, remove: () => (now = none) })
    expect(await card.findByText('Stored on January 2, 2030')).toBeInTheDocument()
    expect(card.getByText(/computed with campplus/)).toBeInTheDocument()
    expect(card.queryByRole('alert')).not.toBeInTheDocument()
    await user.click(card.getByRole('button', { name: 'Remove' }))
    const question = await dialog('Remove your voice?')
    await user.click(question.getByRole('button', { name: 'Cancel' }))
    expect(now).toBe(stored)
    await user.click(card.getByRole('button', { name: 'Remove' }))
    await user.click((await dialog('Remove your voice?')).getByRole('button', { name: 'Remove' }))
    expect(await card.findByText(/^Not stored\./)).toBeInTheDocument()
  })

  test.each([
    ['another-model', 'Recordings are now compared with another-model, so this voice is not used.'],
    [null, 'No speaker model is installed, so your voice is not used at present.'],
  ])('says that a voice cannot be compared with the model %s', async (currentModel, sentence) => {
    const { card } = await openCard({ get: () => ({ ...stored, currentModel }) })
    expect(await card.findByText(new RegExp(sentence))).toBeInTheDocument()
  })
})
