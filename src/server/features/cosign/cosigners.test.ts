import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildMember } from '#test/build.ts'
import { buildClinic, buildOwnNote, buildSignedNote, type Clinic } from '#test/cosigning.ts'
import { waitForLockWait } from '#test/lock-waits.ts'
import { type Api, createWorld, type World } from '#test/world.ts'

let world: World
let clinic: Clinic
let sessionId: string
let owner: Api
let supervisor: Api
let otherSupervisor: Api
let associate: Api

beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  clinic = await buildClinic(world)
  ;({ owner, supervisor, otherSupervisor, associate } = clinic.apis)
  sessionId = await buildSignedNote(world, clinic)
})

const listed = async (api: Api) => (await api.cosign.queue()).toCosign.map((item) => item.sessionId)
const cosigned = async (api: Api) => (await api.cosign.queue()).cosigned.map((item) => item.sessionId)
const assign = (userId: string) => owner.cosign.assign({ sessionId, userId })

async function cosign(api: Api): Promise<void> {
  const { version, contentSha256 } = await api.cosign.get({ sessionId })
  await api.cosign.sign({ sessionId, version, contentSha256, wasPresent: false })
}

async function returnNote(api: Api): Promise<void> {
  const { version } = await api.cosign.get({ sessionId })
  await api.cosign.comment({ sessionId, version, section: 'Plan', sentence: 0, text: 'Which bus?' })
  await api.cosign.return({ sessionId, version })
}

async function clientOf(id: string): Promise<string> {
  return (await associate.notes.get({ sessionId: id })).client.id
}

/** The name of the co-signer in the dialog in which the author signs. */
const namedCosigner = async (id = sessionId) =>
  (await associate.signatures.get({ sessionId: id })).toSign?.supervisor ?? null

describe('notes that a member co-signed', () => {
  test('a co-signed note leaves the list of a supervisor who no longer supervises its author', async () => {
    await cosign(supervisor)
    expect(await cosigned(supervisor)).toEqual([sessionId])
    await owner.members.assignSupervisor({ userId: clinic.ids.associate, supervisorId: clinic.ids.otherSupervisor })
    expect(await supervisor.cosign.queue()).toMatchObject({ toCosign: [], returned: [], cosigned: [], others: [] })
    await expect(supervisor.cosign.get({ sessionId })).rejects.toMatchObject({ code: 'session_missing' })
    expect(await cosigned(otherSupervisor)).toEqual([])
  })

  test('a co-signed note leaves the list of a supervisor who became a therapist', async () => {
    await cosign(supervisor)
    await owner.members.changeRole({ userId: clinic.ids.supervisor, role: 'therapist' })
    expect(await cosigned(supervisor)).toEqual([])
  })

  test('an owner and an assigned supervisor keep the notes that they co-signed in their lists', async () => {
    await assign(clinic.ids.otherSupervisor)
    await cosign(otherSupervisor)
    expect(await cosigned(otherSupervisor)).toEqual([sessionId])
    sessionId = await buildSignedNote(world, clinic)
    await assign(clinic.ids.owner)
    await cosign(owner)
    expect(await cosigned(owner)).toEqual([sessionId])
  })
})
