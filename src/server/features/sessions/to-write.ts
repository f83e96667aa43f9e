import { sql } from 'kysely'

/** True if the joined note is a worksheet with an empty section or part, or a written note without any text. */
export const isToWrite = sql<boolean>`coalesce(jsonb_path_exists(notes.sections,
  '$[*] ? (exists(@.excerpts) && (@.content like_regex "^\\\\s*$" || exists(@.parts[*] ? (@.content like_regex "^\\\\s*$"))))')
  or notes.origin = 'written' and not jsonb_path_exists(notes.sections, '$[*] ? (@.content like_regex "\\\\S")'), false)`
