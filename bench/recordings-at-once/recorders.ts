import type pg from 'pg'
import * as z from 'zod'
import { addTherapists } from '../therapists.ts'
import type { Recorder } from './browsers.ts'

interface Place {
  admin: pg.Client
  secret: string
  /** Port of the web process on this machine. */
  port: number
}

/** Therapists of an organization, each with one client and a started recording. */
export async function startRecordings({ admin, secret, port }: Place, count: number): Promise<Recorder[]> {
  const cookies = await addTherapists(admin, secret, count)
  const { rows } = await admin.query<{ therapist: string; client: string }>(
    `insert into clients (organization_id, therapist_id, first_name, last_name)
      select organization_id, user_id, 'Sam', 'Okoro' from organization_members where user_id = any ($1)
      returning therapist_id as therapist, id as client`,
    [[...cookies.keys()]],
  )
  const recorders: Recorder[] = []
  const url = `http://127.0.0.1:${port}`
  for (const { therapist, client } of rows) {
    const cookie = cookies.get(therapist) ?? ''
    const response = await fetch(`${url}/api/clients/${client}/recordings`, {
      method: 'POST',
      headers: { cookie, origin: url, 'content-type': 'application/json' },
      body: JSON.stringify({ requestId: crypto.randomUUID() }),
    })
    if (!response.ok) throw new Error(`A recording could not be started: ${response.status} ${await response.text()}`)
    const { sessionId } = z.object({ sessionId: z.string() }).parse(await response.json())
    recorders.push({ sessionId, cookie, n: 0 })
  }
  return recorders
}
