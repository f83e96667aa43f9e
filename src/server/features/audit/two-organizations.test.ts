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

/** Otto owns a practice, in which he acts, and is a therapist of Harbour Clinic, whose owner is Hanna. */
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

/** What an organization's owner reads in its trail, without what they read there. */
async function trailOf(api: Api): Promise<{ action: string; about: string | null }[]> {
  const { items } = await api.audit.ofOrganization({})
  return items.filter(({ action }) => action !== 'trail.read').map(({ action, about }) => ({ action, about }))
}

const actionsIn = async (api: Api) => (await trailOf(api)).map(({ action }) => action)

describe('work on a client of another organization than the one somebody acts in', () => {
  test('stands in the trail of the client’s, by hand and by jobs, and in no other', async () => {
    await otto.clients.get({ clientId })
    await otto.clients.update({ clientId, phone: '555 0100' })
    const sessionId = await importTranscript(otto, clientId)
    await watchToEnd(otto, sessionId)
    await otto.notes.get({ sessionId })
    await expect.poll(() => actionsIn(hanna)).toContain('insights.found')

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
    // The client's own trail has the same, and the chains hold.
    const { items } = await otto.audit.ofClient({ clientId })
    expect(items.map(({ action }) => action)).toEqual(inHarbour.map(({ action }) => action))
    const owner = new pg.Client({ connectionString: world.urls.app_owner })
    await owner.connect()
    const { faults } = await verifyTrail(owner, [])
    await owner.end()
    expect(faults.filter(({ kind }) => kind !== 'gone')).toEqual([])
  })

  test('stands nowhere when it was refused, also to those who are in neither', async () => {
    const { id: ownId } = await buildClient(world, { therapistId: practice.ownerId, organizationId: practice.id })
    await expect(hanna.clients.get({ clientId: ownId })).rejects.toMatchObject({ code: 'client_missing' })
    await expect(hanna.clients.update({ clientId: ownId, phone: '1' })).rejects.toMatchObject({
      code: 'client_missing',
    })
    await otto.clients.get({ clientId: ownId })
    expect(await actionsIn(otto)).toEqual(['client.read', 'organization.entered'])
    expect(await trailOf(hanna)).toEqual([])
  })

  test('on a client without organization stands in nobody’s but the client’s', async () => {
    const { id } = await buildClient(world, { therapistId: practice.ownerId, organizationId: null })
    await otto.clients.get({ clientId: id })
    expect(await actionsIn(otto)).toEqual(['organization.entered'])
    expect(await trailOf(hanna)).toEqual([])
    expect((await otto.audit.ofClient({ clientId: id })).items.map(({ action }) => action)).toEqual(['client.read'])
  })

  test('is seen by who views data as them, in the viewer’s name', async () => {
    const viewer = await viewAs(world, harbour.ownerId, practice.ownerId)
    await viewer.clients.get({ clientId })
    const { items } = await hanna.audit.ofOrganization({ action: 'client.read' })
    expect(items).toMatchObject([{ who: { id: harbour.ownerId }, about: 'Sam Okoro', viewingAs: 'Otto Hale' }])
    expect(await actionsIn(otto)).toEqual(['organization.entered'])
  })

  test('by Attend’s staff, who act in an organization of their own, stands there, too', async () => {
    const { userId, api } = await buildPlatformAdmin(world)
    const { id } = await buildOrganization(world, { ownerId: userId })
    await api.admin.justify({ kind: 'client', id: clientId, justification: 'Ticket 12.' })
    await api.admin.getClient({ clientId })
    expect(await actionsIn(hanna)).toEqual(['admin.client_read', 'admin.access_justified'])
    const own = world.db.selectFrom('audit_events').where('organization_id', '=', id).select('action')
    expect(await own.execute()).toEqual([])
  })
})
