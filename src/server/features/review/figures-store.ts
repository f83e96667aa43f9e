import { sql } from 'kysely'
import { ReviewFigures } from '#shared/contract/review.ts'
import type { Db } from '#server/db/tenant.ts'
import { unlessGone } from '#server/db/unless-gone.ts'

interface CountableNote {
  therapistId: string
  /** The therapist who held the session. */
  renderedBy: string
  therapistName: string
  organizationId: string | null
  isLocked: boolean
}

/** Finds the facts about a note that decide whether the caller's work on the note is counted. */
export async function findCountableNote(db: Db, sessionId: string): Promise<CountableNote | undefined> {
  const { rows } = await sql<CountableNote>`
    select n.therapist_id as "therapistId", coalesce(s.rendered_by, n.therapist_id) as "renderedBy",
      coalesce(u.first_name || ' ' || u.last_name, '') as "therapistName", n.organization_id as "organizationId",
      n.status in ('awaiting_cosign', 'signed') as "isLocked"
    from notes n join sessions s on s.id = n.session_id left join users u on u.id = s.rendered_by
    where n.session_id = ${sessionId}`.execute(db)
  return rows[0]
}

/** The times of two increments may overlap by this much, because an increment may arrive late. */
const jitter = sql`interval '2 seconds'`

/**
 * Adds time and snippets to the user's row of a note. The first increment is added in full. Later increments add at
 * most the time since the last increment of any tab, so that two tabs do not count the same time twice. Returns false
 * if the note was deleted in the meantime.
 */
export async function addWork(
  db: Db,
  work: { sessionId: string; userId: string; organizationId: string | null; activeMs: number; snippets: number },
): Promise<boolean> {
  const elapsedMs = sql`greatest(0, extract(epoch from clock_timestamp() - f.counted_until) * 1000)::bigint`
  const counted = sql`least(excluded.active_ms, ${elapsedMs})::integer`
  const insertion = sql`
    insert into review_figures as f (session_id, user_id, organization_id, active_ms, snippet_count)
      values (${work.sessionId}, ${work.userId}, ${work.organizationId}, ${work.activeMs}, ${work.snippets})
    on conflict (session_id, user_id) do update set active_ms = least(86400000, f.active_ms + ${counted}),
      counted_until = greatest(f.counted_until + ${counted} * interval '1 millisecond', clock_timestamp() - ${jitter}),
      snippet_count = least(10000, f.snippet_count + excluded.snippet_count)`.execute(db)
  return (await unlessGone(insertion)) !== undefined
}

/** Saves the figures of the user's work on a note at its signature. `changedWords` is null if there was no draft. */
export async function saveSignedFigures(
  db: Db,
  signed: { sessionId: string; userId: string; words: number; changedWords: number | null },
): Promise<void> {
  const { sessionId, userId, words, changedWords } = signed
  await sql`
    insert into review_figures (session_id, user_id, organization_id, ready_at, signed_at, item_count, word_count, changed_word_count)
      select n.session_id, ${userId}, n.organization_id, n.first_ready_at, now(),
        (select count(*) from note_review_items i where i.session_id = n.session_id and i.state <> 'open' and i.decided_by = ${userId}),
        ${words}, ${changedWords}
      from notes n where n.session_id = ${sessionId}
    on conflict (session_id, user_id) do update set ready_at = excluded.ready_at, signed_at = excluded.signed_at,
      item_count = excluded.item_count, word_count = excluded.word_count, changed_word_count = excluded.changed_word_count`.execute(
    db,
  )
}

const minutes = sql`extract(epoch from greatest(signed_at, ready_at) - ready_at) / 60.0`
const seconds = sql`nullif(active_ms, 0) / 1000.0`
const percent = sql`100.0 * changed_word_count / nullif(word_count, 0)`

/** Finds the figures of the caller's work on a note. Null if the caller did not sign the note. */
export async function findFigures(db: Db, sessionId: string): Promise<ReviewFigures | null> {
  const { rows } = await sql<ReviewFigures>`
    select round(${minutes})::int as "minutesToSign", round(${seconds})::int as "activeSeconds", item_count as items,
      round(${percent})::int as "changedPercent", snippet_count as snippets
    from review_figures where session_id = ${sessionId} and user_id = app.user_id() and signed_at is not null`.execute(
    db,
  )
  return rows[0] ?? null
}

const median = (figure: typeof minutes) =>
  sql`round(percentile_cont(0.5) within group (order by (${figure})::double precision))::int`

/** Finds the medians of the notes that the caller signed in the last 90 days. Null without such notes. */
export async function findMedians(db: Db): Promise<ReviewFigures | null> {
  const { rows } = await sql<ReviewFigures & { notes: number }>`
    select count(*)::int as notes, ${median(minutes)} as "minutesToSign", ${median(seconds)} as "activeSeconds",
      ${median(sql`item_count`)} as items, ${median(percent)} as "changedPercent", ${median(sql`snippet_count`)} as snippets
    from review_figures where user_id = app.user_id() and signed_at > now() - interval '90 days'`.execute(db)
  const [found] = rows
  return found && found.notes > 0 ? ReviewFigures.parse(found) : null
}

/** Finds the averages of an organization's members. Null unless the caller is an owner of the organization. */
export async function findAverages(db: Db, organizationId: string): Promise<ReviewFigures | null> {
  const { rows } = await sql<ReviewFigures>`
    select minutes_to_sign as "minutesToSign", active_seconds as "activeSeconds", item_count as items,
      changed_percent as "changedPercent", snippet_count as snippets
    from app.review_averages(${organizationId})`.execute(db)
  return rows[0] ?? null
}
