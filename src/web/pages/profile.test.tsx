// Over 400 lines: the cards of the profile share one page.
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { errors } from '#shared/contract/errors.ts'
import type { Account, SignIn } from '#shared/contract/accounts.ts'
import type { OwnVoice } from '#shared/contract/own-voice.ts'
import { changedAccount, owner, passwordOnly } from '#web/testing/account.ts'
import { badGateway, fail, type Replies } from '#web/testing/fake-server.ts'
import { expectAccessible } from '#web/testing/expect-accessible.ts'
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
  server.reply({ accounts: { update: (changes) => changedAccount(owner, changes) } })
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  expect(await screen.findByText('Profile updated successfully')).toBeInTheDocument()
})

test('only changed fields of a profile are saved, and fields that were changed elsewhere are shown', async () => {
  const sent: object[] = []
  const user = openPage('/profile', {
    accounts: {
      update: (changes) => {
        sent.push(changes)
        return changedAccount({ ...owner, credentials: 'PhD', clinicName: 'Harbour' }, changes)
      },
    },
  })
  await fill(user, await screen.findByLabelText(/^Phone/), '555 0100')
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  await waitFor(() => expect(screen.getByLabelText('Credentials')).toHaveValue('PhD'))
  await fill(user, screen.getByLabelText(/^Last Name/), 'Vale')
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  await waitFor(() => expect(sent).toEqual([{ phoneNumber: '555 0100' }, { lastName: 'Vale' }]))
})

test('saving the profile of a user without an organization creates a practice with the unchanged clinic name', async () => {
  const sent: object[] = []
  const account = { ...owner, clinicName: 'Harbour', organization: null }
  const user = openPage('/profile', {
    accounts: {
      me: () => account,
      update: (changes) => {
        sent.push(changes)
        return changedAccount(account, changes)
      },
    },
  })
  await screen.findByLabelText('Clinic Name')
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  await waitFor(() => expect(sent).toEqual([{ clinicName: 'Harbour' }]))
})

test('a co-signature that the organization requires cannot be turned off', async () => {
  const organization = { ...organizationOf(owner), role: 'therapist' as const, isPrelicensed: true }
  openPage('/profile', { accounts: { me: () => ({ ...owner, organization }) } })
  const box = await screen.findByRole('checkbox', { name: 'I am pre-licensed: a supervisor co-signs my notes.' })
  expect(box).toBeChecked()
  expect(box).toBeDisabled()
  expect(box).toHaveAccessibleDescription(`Set by ${organization.name}. Only an owner or admin can change it.`)
})

test('a profile with unsaved text stays when a later read of it fails', async () => {
  const account = { ...owner, emailVerified: false }
  server.replyOutside({ 'POST /api/me/email': () => Response.json(owner) })
  const user = openPage('/profile', { accounts: { me: () => account } })
  const lastName = await screen.findByLabelText(/^Last Name/)
  await fill(user, lastName, 'Marsh')
  await user.type(screen.getByRole('textbox', { name: 'Code' }), '12345678')
  server.reply({ accounts: { me: badGateway } })
  await user.click(screen.getByRole('button', { name: 'Confirm' }))
  expect(await screen.findByText('Failed to load profile')).toBeInTheDocument()
  expect(screen.getByLabelText(/^Last Name/)).toBe(lastName)
  expect(lastName).toHaveValue('Marsh')
})

function organizationOf({ organization }: Account) {
  if (organization === null) throw new Error('the account has no organization')
  return organization
}

/** Opens the card Your voice on My Profile. The other cards of the tab fail to load. */
async function openCard(ownVoice: Replies['ownVoice']) {
  const user = openPage('/profile?tab=security', {
    accounts: { me: () => owner, signIns: badGateway, listFailedSignIns: badGateway, secondFactor: badGateway },
    ownVoice,
  })
  return { user, card: await region('Your voice') }
}

/** Opens the dialog Change email and requests a code. Returns the bodies of the requests for a code. */
async function askForCode() {
  const sentInputs: unknown[] = []
  server.replyOutside({
    'POST /api/auth/credentials/email': async (request) => {
      sentInputs.push(await request.json())
      return Response.json({})
    },
  })
  const user = openPage('/profile?tab=security', {
    accounts: { signIns: badGateway, listFailedSignIns: badGateway },
    ownVoice: { get: badGateway },
  })
  await user.click(await screen.findByRole('button', { name: 'Change email' }))
  const form = await dialog('Change email')
  await fill(user, form.getByLabelText('New email'), 'new@example.test')
  await fill(user, form.getByLabelText('Your password'), 'seven amber lanterns')
  await user.click(form.getByRole('button', { name: 'Send Code' }))
  return { user, sent: sentInputs, code: await dialog('Enter your code') }
}

describe('the dialog Change email', () => {
  const request = { email: 'new@example.test', password: 'seven amber lanterns' }

  test('in the dialog Change email, Back returns to the typed address', async () => {
    const { user, code } = await askForCode()
    await user.click(code.getByRole('button', { name: 'Back' }))
    const form = await dialog('Change email')
    expect(form.getByLabelText('New email')).toHaveValue('new@example.test')
    await user.click(form.getByRole('button', { name: 'Send Code' }))
    expect(await dialog('Enter your code')).toBeDefined()
  })

  test('the dialog Change email sends another code, and shows the reason of a rejection', async () => {
    const { user, sent, code } = await askForCode()
    await user.click(code.getByRole('button', { name: 'Send again' }))
    expect(await code.findByText('A new code is on its way. Earlier ones no longer work.')).toBeInTheDocument()
    expect(sent).toEqual([request, request])
    await expectAccessible()
    const message = 'You requested too many codes. Try again in 12 minutes.'
    server.replyOutside({
      'POST /api/auth/credentials/email': () =>
        Response.json({ code: 'email_codes_used_up', message }, { status: 429 }),
    })
    await user.click(code.getByRole('button', { name: 'Send again' }))
    expect(await code.findByRole('alert')).toHaveTextContent(message)
  })

  test('the dialog Change email discards the password when it closes', async () => {
    const { user } = await askForCode()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(screen.getByRole('button', { name: 'Change email' }))
    expect((await dialog('Change email')).getByLabelText('Your password')).toHaveValue('')
  })
})

/** Opens My Profile with an authenticator app. The other cards of the tab fail to load. */
function openWithApp() {
  const secondFactor = () => ({ ...passwordOnly, recoveryCodesLeft: 10 })
  return openPage('/profile?tab=security', {
    accounts: { signIns: badGateway, listFailedSignIns: badGateway, secondFactor },
    ownVoice: { get: badGateway },
  })
}

describe('dialogs that ask for the password', () => {
  const message = errors.password_wrong[1]
  const refuse = () => Response.json({ code: 'password_wrong', message }, { status: 422 })

  test.each(['Create new recovery codes', 'Switch off the authenticator app'])(
    '%s: a rejection is gone when the dialog opens again',
    async (title) => {
      server.replyOutside({
        'POST /api/auth/two-factor/generate-backup-codes': refuse,
        'POST /api/auth/two-factor/check-password': refuse,
      })
      const user = openWithApp()
      const opener = title.startsWith('Create') ? 'Create New Codes' : 'Switch Off'
      await user.click(await screen.findByRole('button', { name: opener }))
      const asking = await dialog(title)
      await fill(user, asking.getByLabelText('Your password'), 'seven amber lanterns')
      const code = asking.queryByLabelText('Code')
      if (code) await fill(user, code, '123456')
      await user.click(asking.getByRole('button', { name: opener }))
      expect(await asking.findByRole('alert')).toHaveTextContent(message)
      await user.keyboard('{Escape}')
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      await user.click(screen.getByRole('button', { name: opener }))
      expect((await dialog(title)).queryByRole('alert')).toBeNull()
    },
  )

  test('the dialog for new recovery codes cannot be closed before they are shown', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    server.replyOutside({ 'POST /api/auth/two-factor/generate-backup-codes': () => promise })
    const user = openWithApp()
    await user.click(await screen.findByRole('button', { name: 'Create New Codes' }))
    const asking = await dialog('Create new recovery codes')
    await fill(user, asking.getByLabelText('Your password'), 'seven amber lanterns')
    await user.click(asking.getByRole('button', { name: 'Create New Codes' }))
    await user.keyboard('{Escape}')
    resolve(Response.json({ backupCodes: ['abcde-fghij'] }))
    expect((await dialog('Save your recovery codes')).getByText('abcde-fghij')).toBeInTheDocument()
  })

  test('the dialog to set up an app cannot be closed while its first code is checked', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    const totpURI = 'otpauth://totp/Attend?secret=ABCD'
    server.replyOutside({
      'POST /api/auth/two-factor/enable': () => Response.json({ totpURI, backupCodes: ['abcde-fghij'] }),
      'POST /api/auth/two-factor/verify-totp': () => promise,
    })
    const user = openPage('/profile?tab=security', {
      accounts: { signIns: badGateway, listFailedSignIns: badGateway, secondFactor: () => passwordOnly },
      ownVoice: { get: badGateway },
    })
    await user.click(await screen.findByRole('button', { name: 'Set Up' }))
    const asking = await dialog('Set up an authenticator app')
    await fill(user, asking.getByLabelText('Your password'), 'seven amber lanterns')
    await user.click(asking.getByRole('button', { name: 'Continue' }))
    await fill(user, await asking.findByLabelText('Code'), '123456')
    await user.click(asking.getByRole('button', { name: 'Switch On' }))
    await user.keyboard('{Escape}')
    resolve(Response.json({}))
    expect((await dialog('Save your recovery codes')).getByText('abcde-fghij')).toBeInTheDocument()
  })
})

describe('signing out devices', () => {
  const at = '2030-01-01T08:00:00.000Z'
  const times = { signedInAt: at, lastUsedAt: at }
  const of = (id: string, device: string, isCurrent = false): SignIn => {
    return { id, device, isCurrent, ipAddress: null, method: 'password', ...times }
  }
  const all = [of('1', 'Chrome on Linux', true), of('2', 'Safari on iPad'), of('3', 'Safari on iPhone')]

  /** Opens My Profile with three devices. The other cards of the tab fail to load. */
  function openDevices() {
    let items = all
    const reply = () => ({ items, maxDays: 30 })
    return openPage('/profile?tab=security', {
      accounts: {
        signIns: reply,
        signOutDevice: ({ signInId }) => {
          items = items.filter(({ id }) => id !== signInId)
          return reply()
        },
        signOutElsewhere: () => {
          items = all.slice(0, 1)
          return { ended: 2 }
        },
        listFailedSignIns: badGateway,
        secondFactor: badGateway,
      },
      ownVoice: { get: badGateway },
    })
  }

  test('signing out a device moves the focus to the list of devices, because its button disappears', async () => {
    const user = openDevices()
    await user.click(await screen.findByRole('button', { name: 'Sign out Safari on iPad' }))
    await waitFor(() => expect(screen.queryByText('Safari on iPad')).toBeNull())
    expect(screen.getByRole('list', { name: 'Signed-in devices' })).toHaveFocus()
  })

  test('a device that has signed out in the meantime disappears from the list without an error', async () => {
    const user = openDevices()
    const button = await screen.findByRole('button', { name: 'Sign out Safari on iPad' })
    server.reply({
      accounts: {
        signIns: () => ({ items: [of('1', 'Chrome on Linux', true)], maxDays: 30 }),
        signOutDevice: () => fail('sign_in_missing'),
      },
    })
    await user.click(button)
    await waitFor(() => expect(screen.queryByText('Safari on iPad')).toBeNull())
    expect(screen.queryByText(/could not be signed out/)).toBeNull()
  })

  test('signing out all other devices moves the focus to the list of devices', async () => {
    const user = openDevices()
    await user.click(await screen.findByRole('button', { name: 'Sign out everywhere else' }))
    const question = await dialog('Sign out 2 other devices?')
    await user.click(question.getByRole('button', { name: 'Sign out everywhere else' }))
    await waitFor(() => expect(screen.getByRole('list', { name: 'Signed-in devices' })).toHaveFocus())
    expect(screen.queryByRole('button', { name: 'Sign out everywhere else' })).toBeNull()
  })
})

describe('the card Your voice', () => {
  const none: OwnVoice = { isOn: true, stored: null, readingSessionId: null, failure: null, currentModel: 'campplus' }
  const stored: OwnVoice = { ...none, stored: { storedAt: '2030-01-02T19:00:00.000Z', model: 'campplus' } }

  test('the card Your voice says that no voice is stored, and turns recognition off', async () => {
    const { user, card } = await openCard({ get: () => none, setOn: ({ isOn }) => ({ ...none, isOn }) })
    expect(await card.findByText(/^Not stored\./)).toBeInTheDocument()
    expect(card.queryByRole('button', { name: 'Remove' })).not.toBeInTheDocument()
    const box = card.getByRole('switch', { name: /^Recognize me by my voice/ })
    expect(box).toBeChecked()
    await user.click(box)
    await waitFor(() => expect(box).not.toBeChecked())
  })

  test('the card Your voice shows date and model of a stored voice, and removes the voice after a confirmation', async () => {
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
  ])(
    'the card Your voice says that the voice cannot be compared if the current model is %s',
    async (currentModel, sentence) => {
      const { card } = await openCard({ get: () => ({ ...stored, currentModel }) })
      expect(await card.findByText(new RegExp(sentence))).toBeInTheDocument()
    },
  )
})

describe('removing the last second factor', () => {
  const key = {
    id: owner.id,
    name: 'My laptop',
    isSynced: false,
    addedAt: '2030-01-01T08:00:00.000Z',
    lastUsedAt: null,
  }
  const required = { ...passwordOnly, requiredBy: ['Riverside Clinic'], passkeys: [key] }
  const warning = 'Riverside Clinic requires a second factor. You must set one up again before you can continue there.'

  /** Opens My Profile. The other cards of the tab fail to load. */
  function openSecurity(factor: typeof required) {
    return openPage('/profile?tab=security', {
      accounts: { signIns: badGateway, listFailedSignIns: badGateway, secondFactor: () => factor },
      ownVoice: { get: badGateway },
    })
  }

  test('removing the last second factor shows a warning if it is a passkey and an organization requires a factor', async () => {
    const user = openSecurity(required)
    await user.click(await screen.findByRole('button', { name: 'Remove My laptop' }))
    expect((await dialog('Remove My laptop')).getByText(warning)).toBeInTheDocument()
  })

  test('removing the last passkey moves the focus to the list of passkeys', async () => {
    let passkeys = [key]
    const user = openPage('/profile?tab=security', {
      accounts: {
        signIns: badGateway,
        listFailedSignIns: badGateway,
        secondFactor: () => ({ ...passwordOnly, passkeys }),
      },
      ownVoice: { get: badGateway },
    })
    await user.click(await screen.findByRole('button', { name: 'Remove My laptop' }))
    const question = await dialog('Remove My laptop')
    passkeys = []
    server.replyOutside({
      'POST /api/auth/two-factor/check-password': () => Response.json({}),
      'POST /api/auth/passkey/delete-passkey': () => Response.json({}),
    })
    await fill(user, question.getByLabelText('Your password'), 'seven amber lanterns drift')
    await user.click(question.getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Passkeys' })).toHaveFocus())
  })

  test('a passkey that was removed in another tab counts as removed', async () => {
    const user = openSecurity(required)
    await user.click(await screen.findByRole('button', { name: 'Remove My laptop' }))
    const [status, message] = errors.passkey_unknown
    server.replyOutside({
      'POST /api/auth/passkey/delete-passkey': () => Response.json({ code: 'passkey_unknown', message }, { status }),
    })
    const question = await dialog('Remove My laptop')
    await fill(user, question.getByLabelText('Your password'), 'seven amber lanterns drift')
    await user.click(question.getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('removing the last second factor shows a warning if it is the authenticator app and an organization requires a factor', async () => {
    const user = openSecurity({ ...required, passkeys: [], recoveryCodesLeft: 10 })
    await user.click(await screen.findByRole('button', { name: 'Switch Off' }))
    expect((await dialog('Switch off the authenticator app')).getByText(warning)).toBeInTheDocument()
  })

  test('removing a second factor shows no warning while another factor remains', async () => {
    const user = openSecurity({ ...required, recoveryCodesLeft: 10 })
    await user.click(await screen.findByRole('button', { name: 'Remove My laptop' }))
    expect((await dialog('Remove My laptop')).queryByText(warning)).not.toBeInTheDocument()
  })
})

test('the profile menu shows who is signed in and who is viewed', async () => {
  const viewing = {
    name: 'Robin Hale',
    viewerName: 'Olive Owner',
    endsAt: '2030-01-01T08:00:00.000Z',
    secondsLeft: 600,
  }
  const user = openPage('/help', { accounts: { me: () => ({ ...owner, viewing }) } })
  await user.click(await screen.findByRole('button', { name: /profile menu$/ }))
  expect(await screen.findByText('Signed in as Olive Owner, viewing as Robin Hale, Owner')).toBeInTheDocument()
})

test('the current password is rejected as the new password', async () => {
  const user = openPage('/profile?tab=security', {
    accounts: { signIns: badGateway, listFailedSignIns: badGateway },
    ownVoice: { get: badGateway },
  })
  await user.click(await screen.findByRole('button', { name: 'Change password' }))
  const form = await dialog('Change password')
  const same = 'seven amber lanterns drift'
  await fill(user, form.getByLabelText('Your password'), same)
  await fill(user, form.getByLabelText('New Password'), same)
  await fill(user, form.getByLabelText('Confirm New Password'), same)
  await user.click(form.getByRole('button', { name: 'Change Password' }))
  expect(await form.findByText('This is your current password. Choose a different one.')).toBeInTheDocument()
})
