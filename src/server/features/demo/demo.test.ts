import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Account } from '#shared/contract/accounts.ts'
import type { Client } from '#shared/contract/clients.ts'
import { type NotePage, NoteType } from '#shared/contract/notes.ts'
import { locateQuote } from '#shared/rules/evidence.ts'
import { localDateTime } from '#shared/rules/local-time.ts'
import { type Api, createWorld, type World } from '#test/world.ts'
import { demoClients, demoPractice, demoTimeZone, team } from './people.ts'

let world: World
/** Two first visitors at once. */
let visits: Visit[]
let maya: Api
let pages: NotePage[]

interface Visit {
  status: number
  account: Account
  cookie: string
  milliseconds: number
}

async function visit(): Promise<Visit> {
  const begun = performance.now()
  const response = await fetch(`${world.url}/api/demo`, { method: 'POST', headers: { origin: world.url } })
  const account = await response.json()
  const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? ''
  return { status: response.status, account, cookie, milliseconds: performance.now() - begun }
}

beforeAll(async () => {
  world = await createWorld()
  await world.worker()
  visits = await Promise.all([visit(), visit()])
  maya = await world.as(team.maya.id)
  pages = await notesOf(maya)
})
afterAll(() => world.close())

async function allClients(api: Api): Promise<Client[]> {
  const clients: Client[] = []
  for (let page = 1; ; page++) {
    const { items, total } = await api.clients.list({ status: 'all', page })
    clients.push(...items)
    if (clients.length >= total) return clients
  }
}

async function sessionsOf(api: Api, clientId: string) {
  const { items, total, pageSize } = await api.sessions.listForClient({ clientId })
  for (let page = 2; (page - 1) * pageSize < total; page++) {
    items.push(...(await api.sessions.listForClient({ clientId, page })).items)
  }
  return items
}

/** The notes of everybody's held sessions, as the owner reads them. */
async function notesOf(api: Api): Promise<NotePage[]> {
  const found: NotePage[] = []
  for (const { id } of await allClients(api)) {
    const held = (await sessionsOf(api, id)).filter(({ status }) => status === 'completed')
    found.push(...(await Promise.all(held.map((session) => api.notes.get({ sessionId: session.id })))))
  }
  return found
}

describe('entering', () => {
  test('signs visitors in as the owner, with the cookie of a real sign-in', async () => {
    for (const { status, account, cookie } of visits) {
      expect(status).toBe(200)
      expect(account).toMatchObject({
        email: team.maya.email,
        role: 'user',
        timeZone: demoTimeZone,
        organization: { name: demoPractice.name, role: 'owner' },
      })
      const me = await fetch(`${world.url}/api/me`, { headers: { cookie } })
      expect(await me.json()).toMatchObject({ id: account.id })
    }
    expect(new Set(visits.map(({ cookie }) => cookie)).size).toBe(2)
  })

  test('again adds nothing and waits for nothing', async () => {
    const count = () => world.db.selectFrom('sessions').select((select) => select.fn.countAll().as('n')).executeTakeFirst()
    const before = await count()
    const jobs = await jobsSoFar()
    expect((await visit()).status).toBe(200)
    expect(await count()).toEqual(before)
    expect(await jobsSoFar()).toBe(jobs)
    expect(await world.db.selectFrom('organizations').selectAll().execute()).toHaveLength(1)
  })

  test('is refused where it is not offered', async () => {
    const other = await createWorld({ settings: { OFFER_DEMO: 'false' } })
    try {
      await expect(other.anonymous.demo.enter()).rejects.toMatchObject({ code: 'demo_off', status: 404 })
    } finally {
      await other.close()
    }
  })

  test('is the only way in: no password opens a demo account', async () => {
    expect(await world.db.selectFrom('auth_accounts').selectAll().execute()).toEqual([])
    const response = await fetch(`${world.url}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { origin: world.url, 'content-type': 'application/json' },
      body: JSON.stringify({ email: team.maya.email, password: '' }),
    })
    expect(response.status).toBe(401)
  })
})

async function jobsSoFar(): Promise<number> {
  const { rows } = await world.db.selectFrom('demo_practice').selectAll().execute().then((all) => ({ rows: all }))
  return rows.length
}
