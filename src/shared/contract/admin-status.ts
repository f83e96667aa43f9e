import * as z from 'zod'
import { Timestamp } from './admin-lists.ts'
import { endpoint } from './endpoint.ts'

/** The backups of the installation. */
export const BackupState = z.object({
  /** True if Attend backs itself up every night. */
  isNightly: z.boolean(),
  /** The last complete backup. Null before the first. */
  last: z
    .object({
      at: Timestamp,
      /** Bytes of database and files. */
      size: z.number(),
      files: z.int(),
      /** Files that rows refer to and that were missing. */
      lostFiles: z.int(),
    })
    .nullable(),
  /** True without a complete backup in the last 26 hours. */
  isOverdue: z.boolean(),
  /** The last failure after the last complete backup. */
  failure: z.object({ at: Timestamp, reason: z.string() }).nullable(),
})
export type BackupState = z.infer<typeof BackupState>

export const AdminStatus = z.object({
  /** Version of Attend in the process that answers. */
  version: z.string(),
  backup: BackupState,
})
export type AdminStatus = z.infer<typeof AdminStatus>

export const adminStatus = {
  status: endpoint({
    method: 'GET',
    path: '/admin/status',
    summary: 'Version and last backup of the installation',
  }).output(AdminStatus),
}
