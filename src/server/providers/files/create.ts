import { keyring } from '#server/keyring.ts'
import { createLocalFiles } from './local.ts'
import type { Files } from './port.ts'
import { createS3Files, type S3Config } from './s3.ts'

interface Keys {
  /** 32 bytes. Each file has its own key, wrapped by the master key. */
  masterKey: Buffer
  /** Former master keys: files encrypted with them stay readable. */
  formerKeys?: readonly Buffer[]
}

export type FilesConfig = Keys & ({ kind: 'local'; folder: string } | ({ kind: 's3' } & S3Config))

export function createFiles(config: FilesConfig): Files {
  const keys = keyring(config.masterKey, config.formerKeys)
  return config.kind === 'local' ? createLocalFiles(config.folder, keys) : createS3Files(config, keys)
}
