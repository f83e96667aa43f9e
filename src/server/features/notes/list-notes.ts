import type { ListedNote, NotePlace } from '#shared/contract/notes.ts'
import { notDiscussed } from '#server/clinical-text/evidence/edits.ts'
import { localDateTime } from '#shared/rules/local-time.ts'
import { type MonthSearch, readMonth } from '#shared/rules/month-search.ts'
import { searchedWords, startsWithAny } from '#shared/rules/search-words.ts'
import { splitSentences } from '#shared/rules/sentences.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { listNotes as listRows, type ListedRow, type NoteFilter } from './list-store.ts'

/** Maximum number of characters of the line that the list shows. */
const longestLine = 200

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
    listRows(db, actor, alternatives({ search, from, to }, month), { after, limit: input.limit + 1 }),
  )
  const words = searchedWords(month?.isCertain ? month.rest : search)
  const shown = rows.slice(0, input.limit)
  const last = shown.at(-1)
  return {
    items: shown.map((row) => ({ ...row, line: lineOf(row.contents, words) })),
    next: last && rows.length > input.limit ? placeOf(last) : null,
  }
}

/**
 * Alternatives for a search that names a month: notes of that month with the other words. If no year is named, also
 * notes with all the words.
 */
function alternatives(wanted: NoteFilter, month: MonthSearch | null): NoteFilter[] {
  if (!month) return [wanted]
  const { from, to } = wanted
  const ofMonth = {
    search: month.rest,
    from: from !== null && from > month.from ? from : month.from,
    to: to !== null && to < month.to ? to : month.to,
  }
  return month.isCertain ? [ofMonth] : [wanted, ofMonth]
}

const placeOf = ({ date, time, sessionId }: ListedRow): NotePlace => ({ date, time, sessionId })

/** Returns the first sentence with a searched word, else the first sentence with content. */
function lineOf(contents: readonly string[], words: readonly string[]): string {
  const sentences = contents
    .flatMap((content) => splitSentences(content))
    .filter((sentence) => sentence !== '' && sentence !== notDiscussed)
  const line = sentences.find((sentence) => startsWithAny(sentence, words)) ?? sentences[0] ?? ''
  return line.length <= longestLine ? line : `${line.slice(0, longestLine).replace(/\s+\S*$/, '')}…`
}
