/** A word or phrase that the project does not use, and what to write instead (docs/glossary.md, CONTRIBUTING.md). */
export interface Word {
  /** Matched without regard to case. Names are split first: `tellNobodyOf` reads `tell Nobody Of`. */
  pattern: string
  why: string
  instead: string
  /** True if the pattern matches only at the beginning of a comment or title. */
  opening?: boolean
}

const vague = 'It names nothing: the reader has to guess the actor.'
const negation = 'A negated noun has to be decoded.'
const homely = 'An everyday verb hides the technical act, so a search for the field’s word finds nothing.'

export const words: readonly Word[] = [
  { pattern: 'who(?:so)?ever', why: vague, instead: 'the user, the caller, the owner, anyone who' },
  {
    pattern: '(?:what|who|whose|whom)(?![^.]*\\?)',
    opening: true,
    why: 'A relative clause as subject delays the noun.',
    instead: 'name the thing: "The fields that …", "Users who …"',
  },
  { pattern: 'nobody', why: negation, instead: 'no user, no one, anonymous, or say what is rejected' },
  {
    pattern: '(?<!there )(?<!or )is no(?! (?:longer|more|less|later|earlier))',
    why: negation,
    instead: 'is not a …, has no …',
  },
  { pattern: '(?<!there )are no(?! (?:longer|more|less))', why: negation, instead: 'are not …, have no …' },
  { pattern: 'anew', why: 'Archaic.', instead: 'again' },
  { pattern: 'by itself', why: 'It does not say what starts it.', instead: 'automatically, alone' },
  { pattern: 'by themselves', why: 'It does not say what starts them.', instead: 'automatically, alone' },
  { pattern: 'in the making', why: 'Idiom.', instead: 'generating, pending' },
  { pattern: 'tells?|telling|told', why: homely, instead: 'notify, report, return, show, distinguish' },
  { pattern: 'stands(?! for\\b)|stood', why: homely, instead: 'is, appears, is shown, remains' },
  { pattern: 'hears|heard', why: homely, instead: 'transcribe, receive, listen' },
  {
    pattern: '(?:is|are|was|were|be|been|being|not|nowhere) kept|kept (?:nowhere|here|there|of)',
    why: homely,
    instead: 'stored, retained',
  },
  { pattern: 'forgets?|forgotten(?! password)', why: homely, instead: 'delete, evict, clear, discard' },
  { pattern: 'hand(?:s|ed|ing)? in', why: homely, instead: 'upload, submit' },
  { pattern: 'hand(?:s|ed|ing)? ?-?overs?', why: 'Transfer is the one word for it.', instead: 'transfer' },
  { pattern: 'hand(?:s|ed|ing)? on', why: homely, instead: 'pass, forward' },
  { pattern: 'giv(?:e|es|en|ing) on', why: homely, instead: 'pass, forward' },
  { pattern: 'giv(?:e|es|en|ing) back|gave back', why: homely, instead: 'return, release' },
  { pattern: 'let(?:s|ting)? go', why: homely, instead: 'release, drop' },
  { pattern: 'go(?:es|ing)? on|went on|gone on', why: homely, instead: 'continue, resume' },
  { pattern: 'taken? for(?! granted)', why: 'Idiom.', instead: 'treated as, mistaken for' },
  { pattern: 'as ever', why: 'Idiom.', instead: 'as before, as usual' },
  { pattern: 'no matter', why: 'Idiom.', instead: 'regardless of, does not affect' },
]
