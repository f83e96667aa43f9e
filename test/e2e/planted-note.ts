import { expect } from '@playwright/test'
import type { Section, Statement } from '#shared/contract/notes.ts'
import type { Transcript } from '#shared/contract/transcripts.ts'
import { withDatabase } from './database.ts'
import type { Caller } from './fixtures.ts'
import type { Product } from './product.ts'
import { processed } from './steps.ts'

/** A drafted sentence; `from` is a part of the turn that it cites. */
export interface Planted {
  text: string
  check: Statement['check']
  from?: string
}

/** Adds a draft of these sentences to the note of a session, as a language model may have written them. */
export async function plantNote(
  page: Caller,
  product: Product,
  sessionId: string,
  planted: Readonly<Record<string, readonly Planted[]>>,
): Promise<void> {
  const noteState = async () => {
    const body: unknown = await (await page.request.get(`${product.url}/api/notes/${sessionId}`)).json()
    return body
  }
  await expect.poll(noteState, processed).toMatchObject({ note: { state: 'ready' } })
  const transcript: Transcript = await (
    await page.request.get(`${product.url}/api/sessions/${sessionId}/transcript`)
  ).json()
  const evidenceOf = (quote: string | undefined) =>
    transcript.utterances
      .filter(({ text }) => quote !== undefined && text.includes(quote))
      .map(({ id }) => ({ utteranceId: id, quote: quote ?? '' }))
  const sections: Section[] = Object.entries(planted).map(([title, sentences]) => ({
    title,
    content: sentences.map(({ text }) => text).join(' '),
    statements: sentences.map(({ text, check, from }) => ({ text, check, evidence: evidenceOf(from) })),
  }))
  await withDatabase(product, async (client) => {
    await client.query(
      `update notes set sections = $2, version = version + 1, drafter = 'language-model' where session_id = $1`,
      [sessionId, JSON.stringify(sections)],
    )
    await client.query(
      `insert into note_versions (session_id, version, organization_id, therapist_id, note_type, reason, sections, drafter)
      select session_id, version, organization_id, therapist_id, note_type, 'drafted', sections, drafter from notes
      where session_id = $1`,
      [sessionId],
    )
    // Marks the transcript as changed, because the note's safety passages belong to the transcript's former text.
    await client.query('update transcripts set updated_at = now() where session_id = $1', [sessionId])
  })
}
