import { sql } from 'kysely'

/** Whether the joined note is a worksheet with a part that is not written. */
export const isToWrite = sql<boolean>`coalesce(jsonb_path_exists(notes.sections,
  '$[*] ? (exists(@.excerpts) && (@.content like_regex "^\\\\s*$" || exists(@.parts[*] ? (@.content like_regex "^\\\\s*$"))))'), false)`
