import type { ListedNote, NotePlace } from '#shared/contract/notes.ts'
import { notDiscussed } from '#server/clinical-text/evidence/edits.ts'
import { localDateTime } from '#shared/rules/local-time.ts'
import { type MonthSearch, readMonth } from '#shared/rules/month-search.ts'
import { searchedWords, startsWithAny } from '#shared/rules/search-words.ts'
import { splitSentences } from '#shared/rules/sentences.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { listNotes as listRows, type ListedRow, type NoteFilter } from './list-store.ts'

/** Maximum number of characters of the line that the list shows for a note. */
const maxLineLength = 200

/**
 * Lists the notes that the caller may see, newest session first: their own notes, those of therapists whom they
 * supervise, or all of the organization.
 */
export async function listNotes(
  context: Context,
  input: { search: string; from: string | null; to: string | null; after: NotePlace | null; limit: number },
): Promise<{ items: ListedNote[]; next: NotePlace | null }> {
  const { db, actor, clock, sendLast } = context
  const { from, to, after } = input
  const search = input.search.trim()
  const month = readMonth(search, localDateTime(clock(), actor.timeZone).date)
  audit(context, {
    action: 'note.listed',
    resourceType: 'note',
    details: { isSearch: search !== '', isDateRange: from !== null || to !== null, isFirstPage: after === null },
  })
  const rows = await sendLast(() =>
    listRows(db, actor, filtersFor({ search, from, to }, month), { after, limit: input.limit + 1 }),
  )
  const words = searchedWords(month?.isCertain ? month.rest : search)
  const listed = rows.slice(0, input.limit)
  const last = listed.at(-1)
  return {
    items: listed.map((row) => ({ ...row, line: lineOf(row.contents, words) })),
    next: last && rows.length > input.limit ? cursorOf(last) : null,
  }
}

/**
 * Returns the filters of a search, of which a note must match one. A search that names a month finds notes of that
 * month with the other words. Without a year, the search also finds notes that contain the name of the month.
 */
function filtersFor(filter: NoteFilter, month: MonthSearch | null): NoteFilter[] {
  if (!month) return [filter]
  const { from, to } = filter
  const ofMonth = {
    search: month.rest,
    from: from !== null && from > month.from ? from : month.from,
    to: to !== null && to < month.to ? to : month.to,
  }
  return month.isCertain ? [ofMonth] : [filter, ofMonth]
}

const cursorOf = ({ date, time, sessionId }: ListedRow): NotePlace => ({ date, time, sessionId })

/** Returns the first sentence with a searched word, else the first sentence with content. */
function lineOf(contents: readonly string[], words: readonly string[]): string {
  const sentences = contents
    .flatMap((content) => splitSentences(content))
    .filter((sentence) => sentence !== '' && sentence !== notDiscussed)
  const line = sentences.find((sentence) => startsWithAny(sentence, words)) ?? sentences[0] ?? ''
  return line.length <= maxLineLength ? line : `${line.slice(0, maxLineLength).replace(/\s+\S*$/, '')}…`
}
