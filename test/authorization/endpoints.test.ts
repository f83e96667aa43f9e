import { isContractProcedure } from '@orpc/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#shared/contract/contract.ts'
import { type Api, createWorld, type World } from '#test/world.ts'
import { buildCast, type Cast, holderOf, type Kind, kinds, type Principal, principals, relations } from './personas.ts'
import {
  type AboutCaller,
  type AboutList,
  type AboutRecord,
  type Expectation,
  expectations,
  outcomeFor,
  type Outcome,
} from './expectations.ts'
import { buildRecord, type ClientRecord, fingerprint, nothing } from './records.ts'

const sharedKinds = ['supervised', 'colleagues', 'otherClinics', 'withoutOrganization'] as const

let world: World
let cast: Cast
const apis = new Map<Principal, Api>()
/** Records that stay as they are through the whole test. */
const shared = new Map<Kind, ClientRecord>()
const owned = new Map<Principal, ClientRecord>()

beforeAll(async () => {
  world = await createWorld({ settings: { OFFER_DEMO: 'false' } })
  cast = await buildCast(world)
  for (const principal of principals) {
    apis.set(principal, principal === 'anonymous' ? world.anonymous : await world.as(cast.ids[principal]))
    owned.set(principal, await newRecord('own', principal))
  }
  await world.db
    .updateTable('auth_sessions')
    .set({ second_factor_at: new Date() })
    .where('user_id', '=', cast.ids.verifiedAdmin)
    .execute()
  for (const kind of sharedKinds) shared.set(kind, await newRecord(kind, 'anonymous'))
})
afterAll(() => world.close())

async function newRecord(kind: Kind, principal: Principal): Promise<ClientRecord> {
  const holder = holderOf(cast, kind, principal)
  return holder ? buildRecord(world, holder) : nothing(kind === 'malformed' ? 'malformed' : 'nonExistent')
}

function expectedOf(expectation: AboutRecord, principal: Principal, kind: Kind): Outcome {
  if (principal === 'anonymous' || principal === 'deactivated') return 'not_signed_in'
  return expectation[relations[principal][kind]]
}

/** Texts of records that somebody must never see. */
function hiddenFrom(principal: Principal): string[] {
  return sharedKinds
    .filter((kind) => relations[principal][kind] === 'hidden')
    .map((kind) => shared.get(kind)?.marker ?? '')
}

type Call = (api: Api) => Promise<unknown>

/** Calls an endpoint: what came out, and all that was answered. */
async function answerOf(principal: Principal, call: Call): Promise<{ outcome: string; text: string }> {
  return await call(apis.get(principal) ?? world.anonymous).then(
    (answer) => ({ outcome: 'ok', text: JSON.stringify(answer) ?? '' }),
    (error: unknown) => ({ outcome: codeOf(error), text: `${String(error)} ${JSON.stringify(error)}` }),
  )
}

/** Calls an endpoint: what came out, and whether the answer held anything that is hidden from the caller. */
async function outcomeOf(principal: Principal, call: Call): Promise<string> {
  const { outcome, text } = await answerOf(principal, call)
  return hiddenFrom(principal).some((marker) => text.includes(marker))
    ? `${outcome}, and shows a hidden record`
    : outcome
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error)
}

async function surprisesAboutRecord(expectation: AboutRecord): Promise<string[]> {
  const surprises: string[] = []
  for (const principal of principals) {
    for (const kind of kinds) {
      const expected = expectedOf(expectation, principal, kind)
      const kept = kind === 'own' ? owned.get(principal) : shared.get(kind)
      const needsNew = !kept || (expected === 'ok' && expectation.changes)
      const record = needsNew ? await newRecord(kind, principal) : kept
      const before = await eventsOf(principal)
      const outcome = await outcomeOf(principal, (api) => expectation.call(api, record))
      const isWritten = (await eventsOf(principal)) > before
      if (outcome === 'ok' && isWritten !== expectation.isAudited) surprises.push(`${principal}, ${kind}: audit trail`)
      if (outcome !== expected) surprises.push(`${principal}, ${kind}: expected ${expected}, got ${outcome}`)
    }
  }
  return surprises
}

/** How many events stand in a person's chain of the audit trail. */
async function eventsOf(principal: Principal): Promise<number> {
  if (principal === 'anonymous') return 0
  const head = world.db.selectFrom('audit_heads').where('chain', '=', cast.ids[principal]).select('seq')
  return (await head.executeTakeFirst())?.seq ?? 0
}

async function surprisesAboutList(list: AboutList): Promise<string[]> {
  const surprises: string[] = []
  for (const principal of principals) {
    for (const kind of ['own', ...sharedKinds] as const) {
      const record = kind === 'own' ? owned.get(principal) : shared.get(kind)
      if (!record) throw new Error(`there is no record: ${principal}, ${kind}`)
      const { outcome, text } = await answerOf(principal, (api) => list.call(api, record))
      const isStranger = principal === 'anonymous' || principal === 'deactivated'
      const expected = isStranger ? 'not_signed_in' : 'ok'
      if (outcome !== expected) surprises.push(`${principal}, ${kind}: expected ${expected}, got ${outcome}`)
      const isShown = text.includes(record.marker)
      const mayShow = !isStranger && list.shows.some((relation) => relation === relations[principal][kind])
      if (isShown !== mayShow) surprises.push(`${principal}, ${kind}: ${isShown ? 'is shown' : 'is missing'}`)
    }
  }
  return surprises
}

function surprisesAbout(expectation: Expectation): Promise<string[]> {
  if (expectation.about === 'record') return surprisesAboutRecord(expectation)
  return expectation.about === 'list' ? surprisesAboutList(expectation) : surprisesAboutCaller(expectation)
}

async function surprisesAboutCaller(expectation: AboutCaller): Promise<string[]> {
  const surprises: string[] = []
  for (const principal of principals) {
    const expected = outcomeFor(expectation, principal)
    const outcome = await outcomeOf(principal, (api) => expectation.call(api))
    if (outcome !== expected) surprises.push(`${principal}: expected ${expected}, got ${outcome}`)
  }
  return surprises
}

test('every endpoint of the contract has an expectation, and no other', () => {
  const names = (nouns: object) =>
    Object.entries(nouns).flatMap(([noun, endpoints]) => Object.keys(endpoints).map((name) => `${noun}.${name}`))
  expect(names(expectations).toSorted()).toEqual(names(contract).toSorted())
  for (const noun of Object.values(contract)) {
    for (const endpoint of Object.values(noun)) expect(isContractProcedure(endpoint)).toBe(true)
  }
})

describe.each(Object.entries(expectations))('%s', (_, endpoints) => {
  test.each(Object.entries(endpoints))('%s', async (_name, expectation) => {
    const untouched = [...shared.values(), ...owned.values()].map((record) => record.clientId)
    const before = await fingerprint(world, untouched)
    expect(await surprisesAbout(expectation)).toEqual([])
    expect(await fingerprint(world, untouched)).toBe(before)
  })
})
