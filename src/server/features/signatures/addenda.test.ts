import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildOrganization } from '#test/build.ts'
import { buildSigner, confirmIdentity, readyToSign, sign } from '#test/signing.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
let signer: Awaited<ReturnType<typeof buildSigner>>

beforeAll(async () => {
  world = await createWorld()
  signer = await buildSigner(world)
})
afterAll(() => world.close())

const details = { text: 'Wren called at 9:15 AM.', reason: 'New information', eventDate: '2026-03-03' }

test('an addendum is numbered and signed, and does not change the note', async () => {
  const sessionId = await signer.draft()
  await sign(signer.api, sessionId)
  await signer.api.signatures.addAddendum({ sessionId, kind: 'addendum', ...details })
  const { addenda } = await signer.api.signatures.addAddendum({
    sessionId,
    kind: 'correction',
    ...details,
    eventDate: null,
  })
  expect(addenda).toMatchObject([
    { number: 1, kind: 'addendum', ...details, name: 'Robin Hale', credentials: 'LCSW', isIntact: true },
    { number: 2, kind: 'correction', eventDate: null, isIntact: true },
  ])
  expect((await signer.api.signatures.get({ sessionId })).signatures).toMatchObject([{ isIntact: true }])
})

test('an addendum whose request is repeated is signed once, and a repeat needs no recent confirmation', async () => {
  const author = await buildSigner(world)
  const sessionId = await author.draft()
  await sign(author.api, sessionId)
  const input = { sessionId, kind: 'addendum', ...details, requestId: randomUUID() } as const
  const states = await Promise.all(Array.from({ length: 5 }, () => author.api.signatures.addAddendum(input)))
  for (const { addenda } of states) expect(addenda).toMatchObject([{ number: 1, ...details, isIntact: true }])
  await confirmIdentity(world, author.userId, 6)
  const before = await author.api.audit.ofClient({ clientId: author.clientId })
  expect((await author.api.signatures.addAddendum(input)).addenda).toHaveLength(1)
  const after = await author.api.audit.ofClient({ clientId: author.clientId })
  const added = ({ items }: typeof after) => items.filter(({ action }) => action === 'note.addendum_added').length
  expect(added(after)).toBe(added(before))
})

test('the request id of an addendum to another note adds nothing and is not reported as signed', async () => {
  const author = await buildSigner(world)
  const [first, second] = [await author.draft(), await author.draft()]
  for (const sessionId of [first, second]) await sign(author.api, sessionId)
  const input = { kind: 'addendum', ...details, requestId: randomUUID() } as const
  await author.api.signatures.addAddendum({ sessionId: first, ...input })
  await expect(author.api.signatures.addAddendum({ sessionId: second, ...input })).rejects.toMatchObject({
    code: 'input_invalid',
  })
  expect((await author.api.signatures.get({ sessionId: second })).addenda).toEqual([])
})

test('an addendum about an event in the future is rejected', async () => {
  const sessionId = await signer.draft()
  await sign(signer.api, sessionId)
  const future = { sessionId, kind: 'addendum', ...details, eventDate: '2099-01-05' } as const
  await expect(signer.api.signatures.addAddendum(future)).rejects.toMatchObject({ code: 'addendum_date' })
})

test('an addendum requires a recent confirmation of identity, and credentials', async () => {
  const author = await buildSigner(world)
  const sessionId = await author.draft()
  await sign(author.api, sessionId)
  const input = { sessionId, kind: 'addendum', ...details } as const
  await confirmIdentity(world, author.userId, 6)
  await expect(author.api.signatures.addAddendum(input)).rejects.toMatchObject({ code: 'confirmation_missing' })
  await world.db.updateTable('users').set({ credentials: '' }).where('id', '=', author.userId).execute()
  await expect(author.api.signatures.addAddendum(input)).rejects.toMatchObject({ code: 'credentials_missing' })
})

test('an owner can add an addendum to the unsigned note of a therapist who left', async () => {
  const { id: organizationId, ownerId } = await buildOrganization(world)
  const author = await buildSigner(world, { organizationId })
  const sessionId = await author.draft()
  const owner = await world.as(ownerId)
  await readyToSign(world, ownerId)
  const input = { sessionId, kind: 'addendum', ...details } as const
  await expect(owner.signatures.addAddendum(input)).rejects.toMatchObject({ code: 'note_not_signed' })
  await owner.members.remove({ userId: author.userId, mayStayUnsigned: true })
  expect((await owner.signatures.addAddendum(input)).addenda).toMatchObject([{ isOfUnsignedNote: true }])
})

test('the next therapist and an owner can add an addendum to the unsigned note of a transferred client', async () => {
  const { id: organizationId, ownerId } = await buildOrganization(world)
  const author = await buildSigner(world, { organizationId })
  const next = await buildSigner(world, { organizationId })
  const sessionId = await author.draft()
  const owner = await world.as(ownerId)
  await readyToSign(world, ownerId)
  const input = { sessionId, kind: 'addendum', ...details } as const
  await expect(owner.signatures.addAddendum(input)).rejects.toMatchObject({ code: 'note_not_signed' })
  const transfer = { clientId: author.clientId, therapistId: next.userId }
  await expect(owner.clients.transfer(transfer)).rejects.toMatchObject({ code: 'client_unsigned' })
  await owner.clients.transfer({ ...transfer, mayStayUnsigned: true })
  expect(await next.api.notes.get({ sessionId })).toMatchObject({ canEdit: false, isTransferred: true })
  expect((await next.api.signatures.get({ sessionId })).canAddAddendum).toBe(true)
  await next.api.signatures.addAddendum(input)
  const { addenda } = await owner.signatures.addAddendum(input)
  expect(addenda).toMatchObject([{ isOfUnsignedNote: true }, { isOfUnsignedNote: true }])
  // After the client is transferred back to the author of the note, the author signs the note instead.
  await owner.clients.transfer({ clientId: author.clientId, therapistId: author.userId })
  await expect(owner.signatures.addAddendum(input)).rejects.toMatchObject({ code: 'note_not_signed' })
  await sign(author.api, sessionId)
})

test('the next therapist can add an addendum to the signed note of a transferred client', async () => {
  const { id: organizationId, ownerId } = await buildOrganization(world)
  const author = await buildSigner(world, { organizationId })
  const next = await buildSigner(world, { organizationId })
  const sessionIds = [await author.draft(), await author.draft(), await author.draft()]
  const before = []
  for (const id of sessionIds) before.push((await sign(author.api, id)).signatures)
  await (await world.as(ownerId)).clients.transfer({ clientId: author.clientId, therapistId: next.userId })
  for (const [at, sessionId] of sessionIds.entries()) {
    const now = await next.api.signatures.get({ sessionId })
    expect(now).toMatchObject({ status: 'signed', toSign: null, canUnlockUntil: null, canAddAddendum: true })
    expect(now.signatures).toEqual(before[at])
    await expect(next.api.signatures.unlock({ sessionId, reason: 'Mine.' })).rejects.toMatchObject({
      code: 'note_of_other',
    })
  }
  const sessionId = sessionIds[0] ?? ''
  expect((await next.api.signatures.addAddendum({ sessionId, kind: 'late_entry', ...details })).addenda).toHaveLength(1)
  await expect(author.api.signatures.get({ sessionId })).rejects.toMatchObject({ code: 'session_missing' })
})
