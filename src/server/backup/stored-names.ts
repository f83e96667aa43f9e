import type pg from 'pg'

/** Names of all files that rows refer to, in the transaction of the client. */
export async function readStoredNames(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select storage_name as name from recordings where storage_name is not null
     union select original_name from transcripts where original_name is not null order by name`,
  )
  return rows.map(({ name }) => name)
}

/** True if a row refers to a file. */
export async function isStoredName(client: pg.ClientBase, name: string): Promise<boolean> {
  const { rows } = await client.query<{ is: boolean }>(
    `select exists (select from recordings where storage_name = $1)
       or exists (select from transcripts where original_name = $1) as is`,
    [name],
  )
  return rows[0]?.is === true
}
