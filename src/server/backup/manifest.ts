import * as z from 'zod'

/** A table of the backup. The hash covers its rows in the text format of COPY, in order. */
export const DumpedTable = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.int(),
  sha256: z.string(),
})
export type DumpedTable = z.infer<typeof DumpedTable>

/** The parts of one backup. The manifest is written last: without a manifest there is no backup. */
export const Manifest = z.object({
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  /** Version of Attend. */
  version: z.string(),
  /** Check values of the secrets that the data is encrypted with. */
  checks: z.array(z.string()),
  migrations: z.array(z.string()),
  /** SQL that creates the empty database. Its role names are without the suffix of the database. */
  schema: z.array(z.string()),
  queueSchema: z.string(),
  tables: z.array(DumpedTable),
  sequences: z.array(z.object({ name: z.string(), value: z.string() })),
  /** Digest of the heads of the audit trail. */
  auditHead: z.string(),
  /** Bytes of the database file. */
  databaseSize: z.int(),
  files: z.array(z.object({ name: z.string(), id: z.string(), size: z.int() })),
  /** Files that rows refer to and that were missing before the backup. */
  lost: z.array(z.string()),
})
export type Manifest = z.infer<typeof Manifest>
export type BackedUpFile = Manifest['files'][number]
