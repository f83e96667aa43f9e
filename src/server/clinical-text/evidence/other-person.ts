import type { Transcript } from '#shared/contract/transcripts.ts'
import { unknownNamesIn, reportersIn } from '../language/names.ts'
import { isPersonWord } from '../language/persons.ts'
import { wordsOf } from '../language/words.ts'
import type { Finding } from './claim.ts'
import type { LocatedQuote } from './quotes.ts'

const othersPattern = /\b(?:he|she|they)\b/i
/** Number of turns before a quote that may have named the person whom the quote calls `she`. */
const reach = 40

/**
 * A statement about a person whom the session does not name, such as `Walter sleeps badly.` It may be about another
 * client, because the drafter cannot know the name from this session. Also a report by a person whose words are not
 * cited: `Walter said, “…”` for words of Nadia. `text` calls the client `Client`.
 */
export function otherPerson(
  text: string,
  client: string,
  located: readonly LocatedQuote[],
  { utterances }: Transcript,
): Finding | null {
  if (client.trim() === '') return null
  const isNamedIn = ({ label, text: said }: { label: string; text: string }, name: string) =>
    wordsOf(`${label} ${said}`).some((word) => word.text.startsWith(name.replace(/['’]/g, '')))
  const isReported = (name: string) =>
    located.some(({ utterance, at }) => {
      if (isNamedIn(utterance, name)) return true
      const before = utterances.slice(Math.max(0, at - reach), at)
      return othersPattern.test(utterance.text) && before.some((turn) => isNamedIn(turn, name))
    })
  const isOther = (name: string) =>
    !isFormOf(name, client) &&
    !isPersonWord({ text: name, lemma: name }) &&
    !utterances.some(({ speaker, text: said }) => speaker === 'therapist' && isAddressed(name, said))
  const reporter = reportersIn(text).find((full) =>
    full
      .toLowerCase()
      .split(/\s+/)
      .every((name) => isOther(name) && !isReported(name)),
  )
  if (reporter !== undefined) return { reason: `The cited words are not a report by ‘${reporter}’.` }
  const unknown = unknownNamesIn(text).find(
    (name) => isOther(name) && !utterances.some((turn) => isNamedIn(turn, name)),
  )
  return unknown === undefined ? null : { reason: `This session does not name ‘${unknown}’.` }
}

/** True if the therapist addresses the client with this name: `Hi Mo.`, `And then, Mo?` */
function isAddressed(name: string, said: string): boolean {
  return new RegExp(
    String.raw`(?:^|[,.!?…]|\b(?:hi|hello|hey|so|okay|well|thanks|thank you))\s*${name}\s*[,.!?…]`,
    'iu',
  ).test(said)
}

/** True for a form of the client's name: `Ben` for Benjamin, `Al` for Alan, `Zoe` for Zoë. */
function isFormOf(name: string, client: string): boolean {
  const [one, other] = [name, client].map((full) =>
    full
      .normalize('NFD')
      .replace(/[\p{M}'’]/gu, '')
      .toLowerCase(),
  )
  if (one === undefined || other === undefined) return false
  const letters = Math.min(3, one.length, other.length)
  return letters > 1 && one.slice(0, letters) === other.slice(0, letters)
}
