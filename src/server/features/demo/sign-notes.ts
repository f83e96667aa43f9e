import { randomUUID } from 'node:crypto'
import type { Context, RequestContext } from '#server/context.ts'
import type { Caller } from '#server/db/tenant.ts'
import { logRequest } from '#server/features/amendments/log-request.ts'
import { addComment } from '#server/features/cosign/comments.ts'
import { cosignNote } from '#server/features/cosign/cosign-note.ts'
import { getNote } from '#server/features/cosign/get-note.ts'
import { readQueue } from '#server/features/cosign/list-queue.ts'
import { returnNote } from '#server/features/cosign/return-note.ts'
import { findSignableNote } from '#server/features/notes/find-signable-note.ts'
import { addAddendum } from '#server/features/signatures/add-addendum.ts'
import { getSignatures } from '#server/features/signatures/get-signatures.ts'
import { signNote } from '#server/features/signatures/sign-note.ts'
import { asCaller } from '#server/use-case/as-caller.ts'
import { inTurn } from './in-turn.ts'
import { team } from './members-and-clients.ts'
import { hasSigned, listReviewed } from './store.ts'

/** Number of newest reviewed notes of each member that stay unsigned. */
const unsignedPerMember = 2
/** Number of signed notes of pre-licensed members that wait for the co-signature. */
const waitingNotes = 2

/**
 * Signs the reviewed notes of the demo practice, each as its author, so that visitors see signed, co-signed, waiting
 * and returned notes. `visitor` is signed in as the owner, who signs last: if the owner has signed, everything is done.
 * The next visit continues an interrupted run.
 * @throws demo_preparing if another visit signs for too long
 */
export async function signNotes(request: RequestContext, visitor: Caller): Promise<void> {
  if (await inSignIn(request, visitor, isDone)) return
  const { maya: _owner, theo, ...others } = team
  for (const { id } of Object.values(others)) await asMember(request, id, signOwn)
  await asMember(request, theo.id, async (context) => {
    await signOwn(context)
    await cosignOthers(context)
  })
  await withLock(request, visitor, async (context) => {
    const [newest, before] = await signOwn(context)
    if (newest !== undefined) await addAddendum(context, { sessionId: newest, ...addendum })
    if (before !== undefined) await logAmendment(context, before)
  })
}

/** Logs an amendment request by letter, which arrived on the day of the session and is not answered. */
async function logAmendment(context: Context, sessionId: string): Promise<void> {
  const note = await findSignableNote(context.db, sessionId)
  if (!note) return
  const receivedOn = note.facts.date
  await logRequest(context, { sessionId, requestId: randomUUID(), receivedOn, channel: 'letter', text: letter })
}

const letter =
  'I read the note of our session. Please add that I started to sleep better before we changed the plan, not after.'

const addendum = {
  kind: 'addendum',
  text: 'The client called the next day to confirm the next appointment. No change in the plan.',
  reason: 'Later information',
  eventDate: null,
} as const

const comment = 'Please add how the client responded to the intervention.'

type Work<T> = (context: Context) => Promise<T>

/** Runs work as a member, in a sign-in that ends after the work. */
async function asMember(request: RequestContext, userId: string, work: Work<void | string[]>): Promise<void> {
  const { internalAdapter } = await request.auth.$context
  const { token } = await internalAdapter.createSession(userId, false, { ...request.sender, signedInWith: 'demo' })
  try {
    await withLock(request, { ...request.sender, token }, work)
  } finally {
    await internalAdapter.deleteSession(token)
  }
}

/** Runs work in a transaction of a sign-in. Parallel visits wait for each other. */
async function withLock<T>(request: RequestContext, caller: Caller, work: Work<T>): Promise<T> {
  return await inTurn<Context, T>((turn) => inSignIn(request, caller, turn), work)
}

/** Runs work in a transaction of a sign-in. The response headers are left out, because they are for the visitor only. */
async function inSignIn<T>(
  { resHeaders: _headers, ...request }: RequestContext,
  caller: Caller,
  work: Work<T>,
): Promise<T> {
  return await asCaller({ ...request, caller }, work, undefined)
}

async function isDone({ db, actor }: Context): Promise<boolean> {
  return (await hasSigned(db, actor.userId)) || (await listReviewed(db, actor.userId)).length === 0
}

/** Signs the member's reviewed notes, except the newest. Returns the signed sessions, newest first. */
async function signOwn(context: Context): Promise<string[]> {
  const { db, actor } = context
  if (await hasSigned(db, actor.userId)) return []
  const signed: string[] = []
  for (const sessionId of (await listReviewed(db, actor.userId)).slice(unsignedPerMember)) {
    if ((await findSignableNote(db, sessionId))?.openItems !== 0) continue
    const { toSign } = await getSignatures(context, { sessionId })
    // Credentials are missing in a demo practice that an earlier release prepared.
    if (!toSign || toSign.signer.credentials === '') continue
    const { version, contentSha256, attestationText } = toSign
    await signNote(context, { sessionId, version, contentSha256, attestationText })
    signed.push(sessionId)
  }
  return signed
}

async function cosignOthers(context: Context): Promise<void> {
  const { toCosign } = await readQueue(context)
  const [returned, ...toSign] = toCosign
    .toSorted((a, b) => (a.date > b.date ? -1 : 1))
    .slice(waitingNotes)
    .map(({ sessionId }) => sessionId)
  for (const sessionId of toSign) {
    const { version, contentSha256, signer } = await getNote(context, { sessionId })
    if (signer.credentials === '') continue
    await cosignNote(context, { sessionId, version, contentSha256, wasPresent: false })
  }
  if (returned === undefined) return
  const { version, sections } = await getNote(context, { sessionId: returned })
  const section = sections.find(({ content }) => content.trim() !== '')
  if (!section) return
  await addComment(context, { sessionId: returned, version, section: section.title, sentence: 0, text: comment })
  await returnNote(context, { sessionId: returned, version })
}
