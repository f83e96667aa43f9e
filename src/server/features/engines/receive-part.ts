import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RequestContext } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { declaredBytes } from '#server/http/read-body.ts'
import { UnknownFileError, WrongOffsetError } from '#server/providers/engines/port.ts'
import { asCaller } from '#server/use-case/as-caller.ts'
import { recordAddedFile, allowAddedFile } from './add-file.ts'

/**
 * Serves `PUT /api/engines/files/{uploadId}/{size}/{offset}`: receives a part of a file. Responds with 204, or 201
 * after the last part.
 */
export async function receivePart(
  context: RequestContext,
  request: IncomingMessage,
  response: ServerResponse,
  part: { uploadId: string; size: number; offset: number },
): Promise<void> {
  if (!context.caller) fail('not_signed_in')
  if (declaredBytes(request) === undefined) fail('too_large')
  await asCaller(context, allowAddedFile, part)
  // The part is received outside of a transaction: a slow client must not hold a database connection.
  const added = await context.engines.receive(part, request).catch((error: unknown) => {
    if (error instanceof UnknownFileError) return fail('engine_files_unknown')
    if (error instanceof WrongOffsetError) return fail('chunk_out_of_range')
    throw error
  })
  if (!added) return void response.writeHead(204).end()
  await asCaller(context, recordAddedFile, added)
  response.writeHead(201).end()
}
