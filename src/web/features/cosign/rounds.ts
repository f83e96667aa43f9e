import type { NoteComment } from '#shared/contract/cosign.ts'
import type { Signature } from '#shared/contract/signatures.ts'

/** A signature of the author, with the comments of co-signers on it. */
export type Round = {
  /** Number of the round, from 1. Signatures without comments are not counted. */
  number: number
  signature: Signature
  comments: readonly NoteComment[]
  /** The author's next signature. Null if the author has not signed again. */
  next: Signature | null
}

/** Returns the rounds of co-signature, oldest first. A comment belongs to the author's last signature before it. */
export function roundsOf(signatures: readonly Signature[], comments: readonly NoteComment[]): Round[] {
  const authorSignatures = signatures.filter(({ role }) => role === 'author')
  return authorSignatures
    .map((signature, at) => {
      const next = authorSignatures[at + 1] ?? null
      const isOfRound = ({ createdAt }: NoteComment) =>
        createdAt >= signature.signedAt && (next === null || createdAt < next.signedAt)
      return { signature, next, comments: comments.filter(isOfRound) }
    })
    .filter((round) => round.comments.length > 0)
    .map((round, at) => ({ ...round, number: at + 1 }))
}
