import { type RawBuilder, sql, type SqlBool } from 'kysely'

/**
 * True if a text contains the search text, without regard to case, accents and apostrophes. The search text is converted once per
 * statement.
 */
export const containsText = (text: RawBuilder<string>, search: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`strpos(app.plain_text(${text}), (select app.plain_text(${search}))) > 0`
