import { termsOf } from '../language/words.ts'

/** What an instruction asks of excerpts. */
export interface Wish {
  /** Words against the usual length. */
  length: number
  /** Terms of the subject that is to be lifted, and of the one that is to be left out. */
  terms: ReadonlySet<string>
  without: ReadonlySet<string>
}

const no = String.raw`(?:no|not|without|don't|do not|never|avoid|remove|drop)`
const courtesy =
  /\b(?:please|thanks|thank you|kindly|can you|could you|i(?:'d| would) (?:like|want)|i (?:want|need))\b/g
const filling =
  /\b(?:make|keep|it|the|this|note|notes|text|draft|excerpts?|passages?|sections?|be|a|an|bit|little|much|too|more|and|but|as|in|use|using|with|give|me|have|show|write|only|just|points?|form|format|list|version|to|than|that|so|even|get|want|all|at|of|overall)\b/g

interface Form {
  /** What the instruction names. */
  names: RegExp
  /** What it changes; null where excerpts cannot do it. */
  wish: Partial<Wish>
  /** The same, negated. */
  negated: Partial<Wish> | null
}

/** All that excerpts can change in their form. They are quotes already. */
const forms: readonly Form[] = [
  {
    names:
      /\b(?:less (?:long|detail(?:ed)?|text)|short(?:er|en)?|brief(?:er|ly)?|concise(?:ly)?|condensed?|trim|tighter|cut down)\b/,
    wish: { length: 0.55 },
    negated: {},
  },
  {
    names:
      /\b(?:more detail(?:s|ed)?|long(?:er)?|detail(?:s|ed)?|expand|elaborate|lengthen|thorough|comprehensive|add more)\b/,
    wish: { length: 1.5 },
    negated: {},
  },
  {
    names:
      /\b(?:(?:direct )?quot(?:es?|ations?|ation marks|ing)|verbatim|word for word|(?:the )?(?:client's |her |his |their )?own words)\b/,
    wish: {},
    negated: null,
  },
]

const away = String.raw`(?:leave out|omit|skip|exclude|nothing (?:about|on)|less (?:about|on)|(?:don't|do not) (?:mention|include|focus on)|without|no mention of|not about|remove)`
const leftOut = new RegExp(
  String.raw`^${away} (?:everything (?:about|on) |anything (?:about|on) |the (?:part|passages?) (?:about|on) )?(.+)$`,
)
const lifted =
  /^(?:focus(?: more)?(?: on)?|emphasi[sz]e|highlight|concentrate on|(?:add |include |show |use |give me |say |tell me )?(?:more|quotes|excerpts|passages|details?|what (?:she|he|they|the client|was) (?:said|says|told)(?: me)?)(?: of what was said)? (?:about|on|from|regarding)|about|mention)\s+(.+)$/

/** A subject is a few words; verbs of writing ask for more than to look for it. */
const mostSubject = 12
const writing =
  /\b(?:re-?write|translate|summari[sz]e|rephrase|paraphrase|fix|correct|change|explain|add|insert|diagnos\w*|tense|tone|style|grammar|professional(?:ly)?|clinical(?:ly)?|language|sentences?|codes?|pronouns?|that (?:she|he|they|the client)|write|remove|replace|make|use|format)\b/

/**
 * Reads an instruction for excerpts: length, quotes and a subject, also negated (`not longer`). Null where it asks for
 * anything else, even in part: only a language model can write.
 */
export function wishOf(instructions: string): Wish | null {
  const parts = partsOf(instructions)
  const wishes = parts.map(wishOfPart)
  if (parts.length === 0 || wishes.includes(null)) return null
  const found = wishes.filter((wish) => wish !== null)
  const usual: Wish = { length: 1, terms: new Set(), without: new Set() }
  return found.reduce<Wish>(
    (all, wish) => ({
      ...all,
      ...wish,
      terms: new Set([...all.terms, ...(wish.terms ?? [])]),
      without: new Set([...all.without, ...(wish.without ?? [])]),
    }),
    usual,
  )
}

/** One request each: parts of a sentence that name a form or a subject of their own. */
function partsOf(instructions: string): string[] {
  return instructions
    .toLowerCase()
    .replace(/[’‘ʼ]/g, "'")
    .replace(courtesy, ' ')
    .split(
      new RegExp(
        String.raw`[.;,!\n]+|\s(?:and|but|then)\s+(?=(?:please |also )*(?:${no}|focus|emphasi|highlight|make|use|keep|add|include|leave|omit|skip|short|long|brief|bullet|quote|more|less|only|re-?write|translate|summari|fix|correct|change|write|mention)\b)`,
      ),
    )
    .map((part) =>
      part
        .replace(/\s+/g, ' ')
        .trim()
        .replace(/^(?:and|but|also|then) /, ''),
    )
    .filter((part) => part !== '')
}

function wishOfPart(part: string): Partial<Wish> | null {
  const form = formOf(part)
  if (form !== undefined) return form
  const unwanted = leftOut.exec(part)?.[1]
  if (unwanted !== undefined) return subjectOf(unwanted, 'without')
  const subject = lifted.exec(part)?.[1]
  return subject === undefined ? null : subjectOf(subject, 'terms')
}

/** Undefined where the part names more than forms. */
function formOf(part: string): Partial<Wish> | null | undefined {
  const named = forms.filter(({ names }) => names.test(part))
  const rest = named.reduce((text, { names }) => text.replace(names, ' '), part)
  const isNegated = new RegExp(String.raw`\b${no}\b`).test(rest)
  const left = rest
    .replace(new RegExp(String.raw`\b${no}\b`, 'g'), ' ')
    .replace(filling, ' ')
    .trim()
  if (named.length === 0 || /[\p{L}\p{N}]/u.test(left)) return undefined
  return named.reduce<Partial<Wish> | null>((all, { wish, negated }) => {
    const change = isNegated ? negated : wish
    return all === null || change === null ? null : { ...all, ...change }
  }, {})
}

function subjectOf(subject: string, key: 'terms' | 'without'): Partial<Wish> | null {
  const terms = new Set(termsOf(subject))
  const isPlain = terms.size > 0 && subject.split(' ').length <= mostSubject && !writing.test(subject)
  return isPlain ? { [key]: terms } : null
}
