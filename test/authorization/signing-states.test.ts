import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildOwnNote } from '#test/cosigning.ts'
import { confirmIdentity, readyToSign, sign } from '#test/signing.ts'
import { viewAs } from '#test/viewing.ts'
import { type Api, createWorld, type World } from '#test/world.ts'
import { buildPersonas, type Personas, principals } from './personas.ts'

/** All principals, and an owner who views the data of the therapist. The therapist is pre-licensed. */
const callers = [...principals, 'viewer'] as const
type Caller = (typeof callers)[number]

const states = ['draft', 'awaiting', 'returned', 'signed'] as const
type State = (typeof states)[number]

const actions = ['sign', 'addend', 'unlock', 'comment', 'return', 'cosign', 'assign'] as const
type Action = (typeof actions)[number]

let world: World
let personas: Personas
const apis = new Map<string, Api>()

beforeAll(async () => {
  world = await createWorld()
  personas = await buildPersonas(world)
  const { therapist, owner } = personas.ids
  for (const [person, id] of Object.entries(personas.ids)) {
    apis.set(person, await world.as(id))
    await readyToSign(world, id)
  }
  apis.set('anonymous', world.anonymous)
  apis.set('viewer', await viewAs(world, owner, therapist))
  await confirmIdentity(world, owner)
  await world.db.updateTable('users').set({ is_prelicensed: true }).where('id', '=', therapist).execute()
}, 60_000)
afterAll(() => world.close())

function as(caller: Caller): Api {
  const api = apis.get(caller)
  if (!api) throw new Error(`no caller ${caller}`)
  return api
}

/** A note of the therapist in this state, version 1. */
async function noteIn(state: State): Promise<string> {
  const sessionId = await buildOwnNote(world, personas.ids.therapist)
  if (state === 'draft') return sessionId
  await sign(as('therapist'), sessionId)
  if (state === 'awaiting') return sessionId
  if (state === 'signed') {
    await call.cosign(as('supervisor'), sessionId)
    return sessionId
  }
  await call.comment(as('supervisor'), sessionId)
  await call.return(as('supervisor'), sessionId)
  return sessionId
}

const digest = async (sessionId: string) =>
  (await as('therapist').signatures.get({ sessionId })).toSign?.contentSha256 ??
  (await as('therapist').signatures.get({ sessionId })).signatures.at(-1)?.contentSha256 ??
  ''

const call: Record<Action, (api: Api, sessionId: string) => Promise<unknown>> = {
  sign: async (api, sessionId) => {
    const { toSign } = await as('therapist').signatures.get({ sessionId })
    const attestationText = toSign?.attestationText ?? ''
    return await api.signatures.sign({ sessionId, version: 1, contentSha256: await digest(sessionId), attestationText })
  },
  addend: (api, sessionId) =>
    api.signatures.addAddendum({ sessionId, kind: 'addendum', text: 'A call.', reason: 'A call', eventDate: null }),
  unlock: (api, sessionId) => api.signatures.unlock({ sessionId, reason: 'A wrong date' }),
  comment: (api, sessionId) =>
    api.cosign.comment({ sessionId, version: 1, section: 'Plan', sentence: 0, text: 'Please write why.' }),
  return: (api, sessionId) => api.cosign.return({ sessionId, version: 1 }),
  cosign: async (api, sessionId) =>
    api.cosign.sign({ sessionId, version: 1, contentSha256: await digest(sessionId), wasPresent: false }),
  assign: (api, sessionId) => api.cosign.assign({ sessionId, userId: personas.ids.otherSupervisor }),
}

const outcomeOf = (request: Promise<unknown>): Promise<string> =>
  request.then(
    () => 'ok',
    (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : String(error)),
  )

/** Outcomes in the order of `states`. */
type Row = readonly [draft: string, awaiting: string, returned: string, signed: string]
const always = (outcome: string): Row => [outcome, outcome, outcome, outcome]

const author: Record<Action, Row> = {
  sign: ['ok', 'note_signed', 'ok', 'note_signed'],
  addend: ['note_not_signed', 'ok', 'note_not_signed', 'ok'],
  unlock: ['note_not_signed', 'ok', 'note_not_signed', 'note_cosigned'],
  comment: ['cosign_not_waiting', 'cosign_own_note', 'cosign_own_note', 'cosign_not_waiting'],
  return: ['cosign_not_waiting', 'cosign_own_note', 'cosign_not_waiting', 'cosign_not_waiting'],
  cosign: ['cosign_not_waiting', 'cosign_own_note', 'cosign_not_waiting', 'cosign_not_waiting'],
  assign: always('not_allowed'),
}
const supervisor: Record<Action, Row> = {
  sign: always('not_allowed'),
  addend: always('not_allowed'),
  unlock: always('not_allowed'),
  comment: ['cosign_not_waiting', 'ok', 'ok', 'cosign_not_waiting'],
  return: ['cosign_not_waiting', 'return_without_comment', 'cosign_not_waiting', 'cosign_not_waiting'],
  cosign: ['cosign_not_waiting', 'ok', 'cosign_not_waiting', 'cosign_not_waiting'],
  assign: always('not_allowed'),
}
const organizationAdmin: Record<Action, Row> = {
  sign: always('not_allowed'),
  addend: ['note_not_signed', 'ok', 'note_not_signed', 'ok'],
  unlock: always('not_allowed'),
  comment: ['cosign_not_waiting', 'not_allowed', 'not_allowed', 'cosign_not_waiting'],
  return: ['cosign_not_waiting', 'not_allowed', 'cosign_not_waiting', 'cosign_not_waiting'],
  cosign: ['cosign_not_waiting', 'not_allowed', 'cosign_not_waiting', 'cosign_not_waiting'],
  assign: ['cosign_not_waiting', 'ok', 'ok', 'cosign_not_waiting'],
}
const sameForAll = (outcome: string): Record<Action, Row> => ({
  sign: always(outcome),
  addend: always(outcome),
  unlock: always(outcome),
  comment: always(outcome),
  return: always(outcome),
  cosign: always(outcome),
  assign: always(outcome),
})
/** Callers for whom the note does not exist. Assigning is rejected by role, before the note is looked up. */
const stranger = (assign: string): Record<Action, Row> => ({ ...sameForAll('session_missing'), assign: always(assign) })
const expected: Record<Caller, Record<Action, Row>> = {
  anonymous: sameForAll('not_signed_in'),
  deactivated: sameForAll('not_signed_in'),
  noOrganization: stranger('no_organization'),
  therapist: author,
  colleague: stranger('not_allowed'),
  supervisor,
  otherSupervisor: stranger('not_allowed'),
  admin: organizationAdmin,
  owner: organizationAdmin,
  otherOwner: stranger('session_missing'),
  platformAdmin: stranger('no_organization'),
  verifiedAdmin: stranger('no_organization'),
  viewer: sameForAll('viewing_read_only'),
}

describe.each(states)('a note in the state %s', (state) => {
  test.each(actions)(
    'the action %s has the expected outcome for every caller',
    async (action) => {
      const found: Record<string, string> = {}
      let sessionId = await noteIn(state)
      for (const caller of callers) {
        found[caller] = await outcomeOf(call[action](as(caller), sessionId))
        // A success changed the note.
        if (found[caller] === 'ok') sessionId = await noteIn(state)
      }
      const row = Object.entries(expected).map(([caller, rows]) => [caller, rows[action][states.indexOf(state)]])
      expect(found).toEqual(Object.fromEntries(row))
    },
    60_000,
  )
})
