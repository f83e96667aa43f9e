interface Turn {
  id: string
  merged?: string[] | undefined
}

/** Separates the id of a turn from the revision that split it, e.g. `u5~12`. */
const mark = '~'

/** The turn of the original transcript that a turn was split from; the same turn if it was not split. */
export function sourceTurn(id: string): string {
  return id.split(mark, 1)[0] ?? id
}

/** Id of the second part of a turn that is split by this revision. Revisions never repeat, so ids do not either. */
export function splitTurnId(id: string, revision: number): string {
  return `${sourceTurn(id)}${mark}${revision}`
}

/**
 * The turns that may contain words cited from a turn, the turn itself first. Others are parts that were split from it,
 * or a turn that it was merged into. A quote decides which one has its words.
 */
export function turnsCitedAs<T extends Turn>(utterances: readonly T[], id: string): T[] {
  const source = sourceTurn(id)
  const [same, others] = [[] as T[], [] as T[]]
  for (const turn of utterances) {
    if (turn.id === id) same.push(turn)
    else if (sourceTurn(turn.id) === source || turn.merged?.includes(source)) others.push(turn)
  }
  return [...same, ...others]
}

/** The turn that a citation shows: the first one with the quote, else (or without a quote) the first one. */
export function citedTurn<T extends Turn & { text: string }>(
  utterances: readonly T[],
  { utteranceId, quote = '' }: { utteranceId: string; quote?: string | undefined },
): T | undefined {
  const turns = turnsCitedAs(utterances, utteranceId)
  if (turns.length < 2) return turns[0]
  const plain = plainText(quote)
  return turns.find(({ text }) => plainText(text).includes(plain)) ?? turns[0]
}

const plainText = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
