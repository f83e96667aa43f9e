/** Statements of a co-signer. The chosen one is stored with the signature. */
export const cosignStatements = {
  absent: 'I reviewed this note as supervisor; I did not see the client.',
  present: 'I was present.',
} as const
