import { S3mini, S3ServiceError, type UploadPart } from 's3mini'
import { splitIntoBlocks } from './blocks.ts'
import { copySealed, headerBytes, seal, unseal, verifySealed, type Sealed } from './encryption.ts'
import type { Keyring } from '#server/keyring.ts'
import { nameParts } from './names.ts'
import { isTemporaryStatus } from '../temporary-status.ts'
import { type Files, StorageUnavailable } from './port.ts'

export interface S3Config {
  /** URL of the bucket, including its name: `https://s3.example.com/bucket` or `https://bucket.s3.example.com`. */
  endpoint: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

// The smallest part that S3 accepts, and the memory used by one `put`.
const partBytes = 5 * 1024 * 1024

const responseMs = 15_000

/** @throws StorageUnavailable for an overloaded, broken or silent storage */
const fetchAvailable: typeof fetch = async (input, init) => {
  const response = await fetchInTime(input, init)
  if (!isTemporaryStatus(response.status)) return response
  const [, reason = response.statusText] = /<Code>(\w+)<\/Code>/.exec(await response.text()) ?? []
  throw new StorageUnavailable(`The object storage answered ${response.status} ${reason}`)
}

/**
 * Without this limit, an unresponsive connection would block a request, and the readiness check, for five minutes.
 * Uploads have no limit, because they may take that long on a slow line.
 */
const fetchInTime: typeof fetch = async (input, init) => {
  if (init?.method === 'PUT' || init?.method === 'POST') return fetch(input, init)
  const silent = new AbortController()
  const timer = setTimeout(
    () => silent.abort(new StorageUnavailable('The object storage does not respond')),
    responseMs,
  )
  try {
    return await fetch(input, { ...init, signal: silent.signal })
  } finally {
    clearTimeout(timer)
  }
}

/** Stores files in S3-compatible object storage. They are encrypted before they leave this machine. */
export function createS3Files(config: S3Config, keys: Keyring): Files {
  const { endpoint, region, accessKeyId, secretAccessKey } = config
  const s3 = new S3mini({ endpoint, region, accessKeyId, secretAccessKey, fetch: fetchAvailable })

  return {
    async put(name, content) {
      nameParts(name)
      let size = 0
      await putParts(
        s3,
        name,
        splitIntoBlocks(
          seal(name, keys, content, (bytes) => (size = bytes)),
          partBytes,
        ),
      )
      return { size }
    },

    async get(name, range) {
      nameParts(name)
      return await unseal(name, keys, () => openSealed(s3, name), range)
    },

    async getSealed(name) {
      nameParts(name)
      return await copySealed(() => openSealed(s3, name))
    },

    async putSealed(name, content) {
      nameParts(name)
      await putParts(s3, name, splitIntoBlocks(content, partBytes))
    },

    verifySealed: (name, openElsewhere) => verifySealed(name, keys, openElsewhere),

    async list(folder) {
      if (folder !== undefined) nameParts(folder)
      const found = await s3.listObjects('/', folder === undefined ? '' : `${folder}/`)
      return (found ?? []).map(({ Key }) => Key).toSorted()
    },

    async delete(name) {
      nameParts(name)
      await s3.deleteObject(name)
    },
  }
}

async function putParts(s3: S3mini, name: string, parts: AsyncIterable<Uint8Array>): Promise<void> {
  let pending: Uint8Array = new Uint8Array()
  let upload: string | undefined
  const done: UploadPart[] = []
  try {
    for await (const part of parts) {
      if (pending.length > 0) {
        upload ??= await s3.getMultipartUploadId(name)
        done.push(await s3.uploadPart(name, upload, pending, done.length + 1))
      }
      pending = part
    }
    if (upload === undefined) {
      await s3.putObject(name, pending)
      return
    }
    done.push(await s3.uploadPart(name, upload, pending, done.length + 1))
    const { etag } = await s3.completeMultipartUpload(name, upload, done)
    if (!etag) throw new Error('The object storage did not assemble the parts')
  } catch (error) {
    if (upload !== undefined) await abort(s3, name, upload, error)
    throw error
  }
}

/**
 * Parts that are not aborted cost money until the bucket's own rules remove them, so a failed abort is reported, too.
 */
async function abort(s3: S3mini, name: string, upload: string, reason: unknown): Promise<void> {
  await s3.abortMultipartUpload(name, upload).catch((error: unknown) => {
    throw new AggregateError([reason, error], 'The object storage rejected a file and its unfinished parts remain')
  })
}

async function openSealed(s3: S3mini, name: string): Promise<Sealed | null> {
  const head = await s3.getObjectRaw(name, false, 0, headerBytes).catch((error: unknown) => {
    if (error instanceof S3ServiceError && error.status === 404) return null
    throw error
  })
  if (!head) return null
  const header = new Uint8Array(await head.arrayBuffer())
  const size = Number(/\/(\d+)$/.exec(head.headers.get('content-range') ?? '')?.[1])
  if (!Number.isSafeInteger(size)) throw new Error('The object storage does not support range requests')
  const etag = head.headers.get('etag')
  const sameVersion = etag === null ? {} : { 'if-match': etag }
  return {
    size,
    async *read(start, end) {
      if (end < headerBytes) {
        yield header.subarray(start, end + 1)
        return
      }
      const { body } = await s3.getObjectRaw(name, false, start, end + 1, sameVersion)
      if (body) yield* body
    },
    close: () => Promise.resolve(),
  }
}
