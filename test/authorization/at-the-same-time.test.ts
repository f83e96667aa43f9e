import { ORPCError } from '@orpc/client'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, createWorld, type World } from '#test/world.ts'
import { type AboutRecord, type Expectation, expectations } from './expectations.ts'
import { buildPersonas, holderOf, type Personas } from './personas.ts'
import { buildRecord } from './records.ts'

let world: World
let personas: Personas
let callers: Api[]

/** Log lines about deadlocks. The ended transactions are repeated, so no call fails because of them. */
const deadlocks: string[] = []

beforeAll(async () => {
  const destination = { write: (line: string) => void (line.includes('deadlock') && deadlocks.push(line)) }
  const log = pino({ level: 'warn' }, destination)
  world = await createWorld({ settings: { OFFER_DEMO: 'false' }, providers: { log } })
  personas = await buildPersonas(world)
  const { therapist, supervisor, owner } = personas.ids
  callers = await Promise.all([therapist, therapist, supervisor, owner].map((id) => world.as(id)))
})
afterAll(() => world.close())

interface Change {
  name: string
  expectation: AboutRecord
}

const changes = Object.entries(expectations).flatMap(([noun, endpoints]): Change[] =>
  Object.entries<Expectation>(endpoints).flatMap(([name, expectation]) =>
    expectation.about === 'record' && expectation.changes ? [{ name: `${noun}.${name}`, expectation }] : [],
  ),
)
const concurrency = 12
const rounds = 15

/** The changes of a round. The step between them differs from round to round, so that each round combines different changes. */
function changesOf(round: number): Change[] {
  const step = 1 + 2 * round
  return Array.from({ length: concurrency }, (_, at) => changes[(round * 7 + at * step) % changes.length]).filter(
    (change) => change !== undefined,
  )
}

/** The error code of a call that failed for another reason than a rule of the product. */
async function troubleOf(calling: Promise<unknown>): Promise<string | null> {
  try {
    await calling
    return null
  } catch (error) {
    if (!(error instanceof ORPCError)) return String(error)
    return error.status < 500 ? null : error.code
  }
}

test('concurrent changes of one record neither block each other nor fail unexpectedly', async () => {
  const troubles: string[] = []
  const holder = holderOf(personas, 'own', 'therapist')
  if (!holder) throw new Error('the therapist has no record')
  for (let round = 0; round < rounds; round += 1) {
    const record = await buildRecord(world, holder)
    const calls = changesOf(round).flatMap(({ name, expectation }) =>
      callers.map(async (api) => {
        const trouble = await troubleOf(expectation.call(api, record))
        if (trouble !== null) troubles.push(`${name}: ${trouble}`)
      }),
    )
    await Promise.all(calls)
  }
  expect(troubles).toEqual([])
  expect(deadlocks).toEqual([])
})
