import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { verifyTrail } from '#server/audit-trail/verify.ts'
import { createDrafter } from '#server/providers/drafter/create.ts'
import { buildClient, buildMember, buildOrganization, buildPlatformAdmin, buildUser } from '#test/build.ts'
import { importTranscript, watchToEnd } from '#test/transcript.ts'
import { viewAs } from '#test/viewing.ts'
import { type Api, createWorld, type World } from '#test/world.ts'

let world: World
let harbour: { id: string; ownerId: string }
let practice: { id: string; ownerId: string }
let hanna: Api
let otto: Api
let clientId: string

beforeAll(async () => {
  world = await createWorld({ providers: { drafter: createDrafter({ kind: 'extractive' }) } })
  await world.worker()
})
afterAll(() => world.close())

/** Otto owns a practice and acts in it. He is also a therapist in Harbour Clinic, which Hanna owns. */
beforeEach(async () => {
  const ottoId = await buildUser(world, { firstName: 'Otto' })
  practice = await buildOrganization(world, { name: 'Own Practice', ownerId: ottoId })
  harbour = await buildOrganization(world, { name: 'Harbour Clinic' })
  await buildMember(world, { organizationId: harbour.id, userId: ottoId })
  ;({ id: clientId } = await buildClient(world, { therapistId: ottoId, organizationId: harbour.id, lastName: 'Okoro' }))
  hanna = await world.as(harbour.ownerId)
  otto = await world.as(ottoId)
  await otto.organizations.switch({ organizationId: practice.id })
})

/** The trail of an organization as its owner sees it, without the owner's own reads. */
async function trailOf(api: Api): Promise<{ action: string; about: string | null }[]> {
  const { items } = await api.audit.ofOrganization({})
  return items.filter(({ action }) => action !== 'trail.read').map(({ action, about }) => ({ action, about }))
}

const actionsIn = async (api: Api) => (await trailOf(api)).map(({ action }) => action)

describe('work on a client of another organization', () => {
  test('work on a client of another organization is recorded only in the trail of the client’s organization', async () => {
    await otto.clients.get({ clientId })
    await otto.clients.update({ clientId, phone: '555 0100' })
    const sessionId = await importTranscript(otto, clientId)
    await watchToEnd(otto, sessionId)
    await otto.notes.get({ sessionId })
    await expect.poll(() => actionsIn(hanna), { timeout: 20_000 }).toContain('insights.found')

    const inHarbour = await trailOf(hanna)
    const worked = [
      'client.read',
      'client.changed',
      'session.created',
      'transcript.imported',
      'note.drafted',
      'note.read',
    ]
    expect(inHarbour.map(({ action }) => action)).toEqual(expect.arrayContaining(worked))
    expect(new Set(inHarbour.map(({ about }) => about))).toEqual(new Set(['Sam Okoro']))
    expect(await trailOf(otto)).toEqual([{ action: 'organization.entered', about: null }])
    // The client's trail contains the same events, and the chains are intact.
    const { items } = await otto.audit.ofClient({ clientId })
    expect(items.map(({ action }) => action)).toEqual(inHarbour.map(({ action }) => action))
    const owner = new pg.Client({ connectionString: world.urls.app_owner })
    await owner.connect()
    const { faults } = await verifyTrail(owner, [])
    await owner.end()
    expect(faults.filter(({ kind }) => kind !== 'gone')).toEqual([])
  })

  test('denied work on a client of another organization is recorded in neither organization’s trail', async () => {
    const { id: ownId } = await buildClient(world, { therapistId: practice.ownerId, organizationId: practice.id })
    await expect(hanna.clients.get({ clientId: ownId })).rejects.toMatchObject({ code: 'client_missing' })
    await expect(hanna.clients.update({ clientId: ownId, phone: '1' })).rejects.toMatchObject({
      code: 'client_missing',
    })
    await otto.clients.get({ clientId: ownId })
    expect(await actionsIn(otto)).toEqual(['client.read', 'organization.entered'])
    expect(await trailOf(hanna)).toEqual([])
  })

  test('work on a client without organization is recorded in the client’s trail only', async () => {
    const { id } = await buildClient(world, { therapistId: practice.ownerId, organizationId: null })
    await otto.clients.get({ clientId: id })
    expect(await actionsIn(otto)).toEqual(['organization.entered'])
    expect(await trailOf(hanna)).toEqual([])
    expect((await otto.audit.ofClient({ clientId: id })).items.map(({ action }) => action)).toEqual(['client.read'])
  })

  test('work while viewing as a user is recorded with the viewer’s name', async () => {
    const viewer = await viewAs(world, harbour.ownerId, practice.ownerId)
    await viewer.clients.get({ clientId })
    const { items } = await hanna.audit.ofOrganization({ action: 'client.read' })
    expect(items).toMatchObject([{ who: { id: harbour.ownerId }, about: 'Sam Okoro', viewingAs: 'Otto Hale' }])
    expect(await actionsIn(otto)).toEqual(['organization.entered'])
  })

  test('work of a platform admin who owns an organization is recorded in the client’s organization', async () => {
    const { userId, api } = await buildPlatformAdmin(world)
    const { id } = await buildOrganization(world, { ownerId: userId })
    await api.admin.justify({ kind: 'client', id: clientId, justification: 'Ticket 12.' })
    await api.admin.getClient({ clientId })
    expect(await actionsIn(hanna)).toEqual(['admin.client_read', 'admin.access_justified'])
    const own = world.db.selectFrom('audit_events').where('organization_id', '=', id).select('action')
    expect(await own.execute()).toEqual([])
  })
})
