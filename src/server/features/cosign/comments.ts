import type { CosignThread } from '#shared/contract/cosign.ts'
import { localDateTime } from '#shared/rules/local-time.ts'
import { splitSentences } from '#shared/rules/sentences.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { throwIfFailure } from '#server/features/organizations/throw-if-failure.ts'
import { rowId } from '#server/ids.ts'
import { findAuthorName } from './get-note.ts'
import { absenceEnd } from './list-queue.ts'
import { requireClient } from './require-client.ts'
import {
  findSections,
  findState,
  insertComment,
  insertReply,
  isCommentStored,
  listComments,
  type NewComment,
} from './store.ts'

/**
 * Returns the comments on a note to its readers and its co-signer.
 * @throws session_missing
 */
export async function readComments(context: Context, input: { sessionId: string }): Promise<CosignThread> {
  const { id, clientId } = await requireClient(context, input.sessionId)
  return await readThread(context, id, clientId)
}

/**
 * Adds a comment on a sentence of the signed version. A repeated request adds no second comment.
 * @throws session_missing, cosign_not_waiting, cosign_own_note, not_allowed; cosign_changed if the author signed again;
 * comment_missing if the section has no such sentence
 */
export async function addComment(
  context: Context,
  input: NewComment & { sessionId: string; version: number; section: string; sentence: number },
): Promise<CosignThread> {
  const { db, actor } = context
  const { id, clientId } = await requireClient(context, input.sessionId)
  if (await isCommentStored(db, actor.userId, id, input)) return await readThread(context, id, clientId)
  const name = await findAuthorName(context, id)
  const sections = (await findSections(db, id)) ?? []
  const { version, section, sentence } = input
  const quote = splitSentences(sections.find(({ title }) => title === section)?.content ?? '')[sentence] ?? ''
  throwIfFailure(await insertComment(db, id, { version, section, sentence, quote }, input), { name })
  audit(context, { action: 'note.commented', resourceType: 'note', resourceId: id, clientId })
  return await findThread(context, id)
}

/**
 * Replies to a comment, as the author of the note or its co-signer. A repeated request adds no second reply.
 * @throws session_missing, cosign_not_waiting, not_allowed, comment_missing
 */
export async function replyToComment(
  context: Context,
  input: NewComment & { sessionId: string; commentId: string },
): Promise<CosignThread> {
  const { db, actor } = context
  const { id, clientId } = await requireClient(context, input.sessionId)
  if (await isCommentStored(db, actor.userId, id, input)) return await readThread(context, id, clientId)
  const commentId = rowId(input.commentId, 'comment_missing')
  throwIfFailure(await insertReply(db, id, commentId, input))
  audit(context, { action: 'note.comment_answered', resourceType: 'note', resourceId: id, clientId })
  return await findThread(context, id)
}

async function readThread(context: Context, sessionId: string, clientId: string): Promise<CosignThread> {
  audit(context, { action: 'note.comments_read', resourceType: 'note', resourceId: sessionId, clientId })
  return await findThread(context, sessionId)
}

async function findThread({ db, actor, clock }: Context, sessionId: string): Promise<CosignThread> {
  const [items, state] = await Promise.all([listComments(db, sessionId), findState(db, sessionId)])
  const today = localDateTime(clock(), actor.timeZone).date
  return {
    items,
    cosignerName: state?.cosignerName ?? null,
    awayUntil: absenceEnd(state?.awayUntil ?? null, today),
    returned: state?.returnedAt
      ? { byName: state.returnedBy ?? '', at: state.returnedAt.toISOString(), version: state.version }
      : null,
  }
}
