import { isContractProcedure } from '@orpc/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#shared/contract/contract.ts'
import { type Api, createWorld, type World } from '#test/world.ts'
import {
  buildPersonas,
  type Personas,
  holderOf,
  type Kind,
  kinds,
  type Principal,
  principals,
  relations,
} from './personas.ts'
import {
  type AboutCaller,
  type AboutList,
  type AboutRecord,
  type Expectation,
  expectations,
  outcomeFor,
  type Outcome,
} from './expectations.ts'
import { buildRecord, type ClientRecord, fingerprint, missingRecord } from './records.ts'

const sharedKinds = ['supervised', 'colleagues', 'otherClinics', 'withoutOrganization'] as const

let world: World
let personas: Personas
const apis = new Map<Principal, Api>()
/** Records that no test changes. */
const shared = new Map<Kind, ClientRecord>()
const owned = new Map<Principal, ClientRecord>()
/** The hash of the shared and owned records' rows after the last test. */
let untouched = ''

beforeAll(async () => {
  world = await createWorld({ settings: { OFFER_DEMO: 'false' } })
  personas = await buildPersonas(world)
  for (const principal of principals) {
    apis.set(principal, principal === 'anonymous' ? world.anonymous : await world.as(personas.ids[principal]))
    owned.set(principal, await newRecord('own', principal))
  }
  await world.db
    .updateTable('auth_sessions')
    .set({ second_factor_at: new Date() })
    .where('user_id', '=', personas.ids.verifiedAdmin)
    .execute()
  for (const kind of sharedKinds) shared.set(kind, await newRecord(kind, 'anonymous'))
  untouched = await currentRows()
})
afterAll(() => world.close())

async function newRecord(kind: Kind, principal: Principal): Promise<ClientRecord> {
  const holder = holderOf(personas, kind, principal)
  return holder ? buildRecord(world, holder) : missingRecord(kind === 'malformed' ? 'malformed' : 'nonExistent')
}

function expectedOf(expectation: AboutRecord, principal: Principal, kind: Kind): Outcome {
  if (principal === 'anonymous' || principal === 'deactivated') return 'not_signed_in'
  return expectation[relations[principal][kind]]
}

/** Markers of the shared records that are hidden from a principal. */
function hiddenFrom(principal: Principal): string[] {
  return sharedKinds
    .filter((kind) => relations[principal][kind] === 'hidden')
    .map((kind) => shared.get(kind)?.marker ?? '')
}

/** A hash of all rows of the shared and the owned records. */
function currentRows(): Promise<string> {
  return fingerprint(
    world,
    [...shared.values(), ...owned.values()].map((record) => record.clientId),
  )
}

type Call = (api: Api) => Promise<unknown>

/** Calls an endpoint. Returns 'ok' or the error code, and the response as text. */
async function responseOf(principal: Principal, call: Call): Promise<{ outcome: string; text: string }> {
  return await call(apis.get(principal) ?? world.anonymous).then(
    (response) => ({ outcome: 'ok', text: JSON.stringify(response) ?? '' }),
    (error: unknown) => ({ outcome: codeOf(error), text: `${String(error)} ${JSON.stringify(error)}` }),
  )
}

/** Calls an endpoint. Returns the outcome, and says so if the response contains a hidden record. */
async function outcomeOf(principal: Principal, call: Call): Promise<string> {
  const { outcome, text } = await responseOf(principal, call)
  return hiddenFrom(principal).some((marker) => text.includes(marker))
    ? `${outcome}, and shows a hidden record`
    : outcome
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error)
}

async function recordMismatches(expectation: AboutRecord): Promise<string[]> {
  const mismatches: string[] = []
  for (const principal of principals) {
    for (const kind of kinds) {
      const expected = expectedOf(expectation, principal, kind)
      const existing = kind === 'own' ? owned.get(principal) : shared.get(kind)
      const needsNew = !existing || (expected === 'ok' && expectation.changes)
      const record = needsNew ? await newRecord(kind, principal) : existing
      const before = expected === 'ok' ? await eventsOf(principal) : 0
      const outcome = await outcomeOf(principal, (api) => expectation.call(api, record))
      if (outcome !== expected) mismatches.push(`${principal}, ${kind}: expected ${expected}, got ${outcome}`)
      else if (outcome === 'ok' && (await eventsOf(principal)) > before !== expectation.isAudited)
        mismatches.push(`${principal}, ${kind}: audit trail`)
    }
  }
  return mismatches
}

/** The number of audit events of a principal. */
async function eventsOf(principal: Principal): Promise<number> {
  if (principal === 'anonymous') return 0
  const head = world.db.selectFrom('audit_heads').where('chain', '=', personas.ids[principal]).select('seq')
  return (await head.executeTakeFirst())?.seq ?? 0
}

async function listMismatches(list: AboutList): Promise<string[]> {
  const mismatches: string[] = []
  for (const principal of principals) {
    for (const kind of ['own', ...sharedKinds] as const) {
      const record = kind === 'own' ? owned.get(principal) : shared.get(kind)
      if (!record) throw new Error(`there is no record: ${principal}, ${kind}`)
      const { outcome, text } = await responseOf(principal, (api) => list.call(api, record))
      const isSignedOut = principal === 'anonymous' || principal === 'deactivated'
      const expected = isSignedOut ? 'not_signed_in' : 'ok'
      if (outcome !== expected) mismatches.push(`${principal}, ${kind}: expected ${expected}, got ${outcome}`)
      const isShown = text.includes(record.marker)
      const mayShow = !isSignedOut && list.shows.some((relation) => relation === relations[principal][kind])
      if (isShown !== mayShow) mismatches.push(`${principal}, ${kind}: ${isShown ? 'is shown' : 'is missing'}`)
    }
  }
  return mismatches
}

function mismatchesOf(expectation: Expectation): Promise<string[]> {
  if (expectation.about === 'record') return recordMismatches(expectation)
  return expectation.about === 'list' ? listMismatches(expectation) : callerMismatches(expectation)
}

async function callerMismatches(expectation: AboutCaller): Promise<string[]> {
  const mismatches: string[] = []
  for (const principal of principals) {
    const expected = outcomeFor(expectation, principal)
    const outcome = await outcomeOf(principal, (api) => expectation.call(api))
    if (outcome !== expected) mismatches.push(`${principal}: expected ${expected}, got ${outcome}`)
  }
  return mismatches
}

test('expectations list exactly the endpoints of the contract', () => {
  const names = (nouns: object) =>
    Object.entries(nouns).flatMap(([noun, endpoints]) => Object.keys(endpoints).map((name) => `${noun}.${name}`))
  expect(names(expectations).toSorted()).toEqual(names(contract).toSorted())
  for (const noun of Object.values(contract)) {
    for (const endpoint of Object.values(noun)) expect(isContractProcedure(endpoint)).toBe(true)
  }
})

describe.each(Object.entries(expectations))('the endpoints of %s', (_, endpoints) => {
  test.each(Object.entries(endpoints))(
    'the endpoint %s gives every principal the expected outcome',
    async (_name, expectation) => {
      const before = untouched
      const mismatches = await mismatchesOf(expectation)
      untouched = await currentRows()
      expect(mismatches).toEqual([])
      expect(untouched).toBe(before)
    },
  )
})
