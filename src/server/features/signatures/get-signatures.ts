import type { NoteSignatures, ToSign } from '#shared/contract/signatures.ts'
import { defaultAttestation } from '#shared/rules/attestation.ts'
import { isComplete, isLocked } from '#shared/rules/note-status.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { findSignableNote, type SignableNote } from '#server/features/notes/find-signable-note.ts'
import { figuresOf } from '#server/features/review/get-figures.ts'
import { rowId } from '#server/ids.ts'
import { findSigningState, listAddenda, listSignatures, type SigningState } from './store.ts'
import { supersedeRefusal } from './supersede-refusal.ts'

/** @throws session_missing also for a session that the caller may not see */
export async function getSignatures(context: Context, input: { sessionId: string }): Promise<NoteSignatures> {
  const { db, actor } = context
  const sessionId = rowId(input.sessionId, 'session_missing')
  const note = (await findSignableNote(db, sessionId)) ?? fail('session_missing')
  audit(context, {
    action: 'note.signatures_read',
    resourceType: 'note',
    resourceId: sessionId,
    clientId: note.clientId,
  })
  const [state, signatures, addenda, figures] = await Promise.all([
    findSigningState(db, sessionId),
    listSignatures(db, sessionId),
    listAddenda(db, sessionId),
    isLocked(note) ? figuresOf(context, sessionId) : null,
  ])
  const canChange = !actor.viewing
  const unlockUntil = canChange ? (state.unlockUntil?.toISOString() ?? null) : null
  const unlockRefusal = unlockUntil === null ? null : await supersedeRefusal(db, sessionId)
  return {
    sessionId,
    status: note.status,
    noteType: note.noteType,
    toSign: canChange && isOwn(context, note) && !isLocked(note) ? toSign(note, state) : null,
    canUnlockUntil: unlockRefusal === null ? unlockUntil : null,
    unlockRefusal,
    canAddAddendum: canChange && state.mayAddAddendum,
    signer: state.signer,
    needsConfirmation: state.needsConfirmation,
    confirmedAt: state.confirmedAt?.toISOString() ?? null,
    signatures,
    addenda,
    figures,
  }
}

/** Returns the attestation text that the author of a note signs. */
export function attestationOf(note: SignableNote, state: SigningState): string {
  return state.attestationText ?? defaultAttestation(note.origin, note.source, note.facts.contact)
}

function isOwn({ actor }: Context, { therapistId, renderedBy }: SignableNote): boolean {
  return therapistId === actor.userId && renderedBy === actor.userId
}

function toSign(note: SignableNote, state: SigningState): ToSign | null {
  if (!isComplete(note) || state.contentSha256 === null) return null
  return {
    version: note.version,
    contentSha256: state.contentSha256,
    facts: note.facts,
    attestationText: attestationOf(note, state),
    signer: state.signer,
    supervisor: state.needsCosign ? { name: state.supervisorName ?? '' } : null,
    savedAt: note.updatedAt.toISOString(),
    lateDays: state.lateDays,
  }
}
