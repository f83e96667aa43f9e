import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { deriveFormerKeys, deriveKey } from '#server/secrets.ts'
import { checkValue } from '#server/db/secret-check.ts'
import { collectBytes } from '#server/providers/files/blocks.ts'
import { createFiles } from '#server/providers/files/create.ts'
import type { Files } from '#server/providers/files/port.ts'
import { StartFailure } from '#server/start-failure.ts'
import { Manifest } from './manifest.ts'

/** Where backups are stored. All files in it are encrypted with a key for backups, derived from the secret. */
export interface BackupPlace {
  files: Files
  /** The folder or the address of the bucket. */
  address: string
  /** Folder of the backups of one secret, so that backups of different secrets never mix. */
  root: string
}

/** The folder or bucket of BACKUP_TO. */
export function backupAddress(config: Pick<Config, 'BACKUP_TO' | 'DATA_DIR'>): string {
  return config.BACKUP_TO ?? join(config.DATA_DIR, 'backups')
}

export const isBucket = (address: string) => /^https?:/.test(address)

/** @throws StartFailure if the keys of a bucket are missing */
export function openPlace(config: Config, address = backupAddress(config)): BackupPlace {
  const keys = { masterKey: deriveKey(config, 'backups'), formerKeys: deriveFormerKeys(config, 'backups') }
  const root = rootOf(config.secret)
  if (!isBucket(address)) return { files: createFiles({ kind: 'local', folder: address, ...keys }), address, root }
  const { BACKUP_S3_ACCESS_KEY_ID: accessKeyId, BACKUP_S3_SECRET_ACCESS_KEY: secretAccessKey } = config
  if (!accessKeyId || !secretAccessKey)
    throw new StartFailure('A backup to a bucket needs BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY.')
  const bucket = { endpoint: address, region: config.BACKUP_S3_REGION, accessKeyId, secretAccessKey }
  return { files: createFiles({ kind: 's3', ...bucket, ...keys }), address, root }
}

function rootOf(secret: string): string {
  return `attend-${checkValue(secret).slice(0, 16)}`
}

/** A backup's id is the time at which it began, e.g. `2026-11-23T02-31-00-000Z`. */
export const idOf = (began: Date) => began.toISOString().replaceAll(/[:.]/g, '-')

export const manifestName = (root: string, id: string) => `${root}/backups/${id}/manifest`
export const databaseName = (root: string, id: string) => `${root}/backups/${id}/database`
export const fileName = (root: string, id: string) => `${root}/files/${id.slice(0, 2)}/${id}`

/** Ids of the complete backups of this secret, oldest first. */
export async function listBackups({ files, root }: BackupPlace): Promise<string[]> {
  const names = await files.list(`${root}/backups`)
  return names.filter((name) => name.endsWith('/manifest')).flatMap((name) => name.split('/').at(-2) ?? [])
}

/** @throws Error if the manifest is missing, was changed or truncated */
export async function readManifest({ files, root }: BackupPlace, id: string): Promise<Manifest> {
  const file = await files.get(manifestName(root, id))
  if (!file) throw new Error(`There is no backup ${id}.`)
  return Manifest.parse(JSON.parse((await collectBytes(file.body)).toString()))
}
