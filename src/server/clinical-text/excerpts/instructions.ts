import { termsOf } from '../language/words.ts'

/** A parsed instruction for excerpts. */
export interface ExcerptInstruction {
  /** Factor for the usual length. */
  length: number
  /** Terms of the subject to emphasize. `without` has those of the subject to leave out. */
  terms: ReadonlySet<string>
  without: ReadonlySet<string>
}

const noPattern = String.raw`(?:no|not|without|don't|do not|never|avoid|remove|drop)`
const courtesyPattern =
  /\b(?:please|thanks|thank you|kindly|can you|could you|i(?:'d| would) (?:like|want)|i (?:want|need))\b/g
const fillingPattern =
  /\b(?:make|keep|it's|it|the|this|note|notes|text|draft|excerpts?|passages?|sections?|be|a|an|bit|little|much|too|more|and|but|as|in|use|using|with|give|me|have|show|write|only|just|points?|form|format|list|version|to|than|that|so|even|get|want|all|at|of|overall|is|was|far|way)\b/g

interface Form {
  /** Pattern of the instruction. */
  names: RegExp
  /** The change; null if excerpts cannot do it. */
  effect: Partial<ExcerptInstruction> | null
  /** The change if the instruction is negated; null if excerpts cannot do it. */
  negated: Partial<ExcerptInstruction> | null
}

/** The forms that an instruction may request. Quotes have no effect, because excerpts are quotes. */
const forms: readonly Form[] = [
  {
    names:
      /\b(?:too (?:short|brief|concise|little (?:detail|text)|few (?:details|passages|quotes))|not (?:(?:long|detailed|thorough) enough|enough (?:details?|text))|less (?:short|brief|concise))\b/,
    effect: { length: 1.5 },
    negated: {},
  },
  {
    names:
      /\b(?:too (?:long|wordy|verbose|detailed|thorough|comprehensive|much (?:detail|text)|many (?:details|words|passages|quotes))|not (?:short|brief|concise) enough|(?:less|fewer) (?:long|wordy|verbose|details?|detailed|text|words|passages|quotes)|short(?:er|en)?|brief(?:er|ly)?|concise(?:ly)?|condensed?|trim|tighter|cut down)\b/,
    effect: { length: 0.55 },
    negated: {},
  },
  {
    names:
      /\b(?:(?:add )?more detail(?:s|ed)?|long(?:er)?|detail(?:s|ed)?|expand|elaborate|lengthen|thorough|comprehensive|add more)\b/,
    effect: { length: 1.5 },
    negated: {},
  },
  {
    names:
      /\b(?:(?:direct )?quot(?:es?|ations?|ation marks|ing)|verbatim|word for word|(?:the )?(?:client's |her |his |their )?own words)\b/,
    effect: {},
    negated: null,
  },
  {
    names: /\b(?:bullet(?:s|ed)?(?: points?| lists?)?|numbered lists?|headings?|tables?)\b/,
    effect: null,
    negated: null,
  },
]

const awayPattern = String.raw`(?:leave out|omit|skip|exclude|nothing (?:about|on)|less (?:about|on)|(?:don't|do not) (?:mention|include|focus on)|without(?: mentioning)?|no mention of|not about|remove)`
const leftOut = new RegExp(
  String.raw`^${awayPattern} (?:everything (?:about|on) |anything (?:about|on) |the (?:part|passages?) (?:about|on) )?(.+)$`,
)
const emphasisPattern =
  /^(?:focus(?: more)?(?: on)?|emphasi[sz]e|highlight|concentrate on|(?:add |include |show |use |give me |say |tell me )?(?:more|quotes|excerpts|passages|details?|what (?:she|he|they|the client|was) (?:said|says|told)(?: me)?)(?: of what was said)? (?:about|on|from|regarding)|about|mention)\s+(.+)$/

/** A subject with these words is negated or limited: `anything but work`, `sleep rather than work`. */
const limitedPattern = new RegExp(
  [
    String.raw`\b(?:less|fewer|no|none|nothing|nor|neither|but|except|excluding|besides|apart|aside|beyond|rather|instead|than|without|just|unless|hardly|barely|avoid|omit\w*|skip\w*|leav(?:e|ing) out)\b`,
    // Within a noun phrase or beside its verb, these describe the subject: `not sleeping`, `her only son`.
    String.raw`(?<!\b(?:her|his|their|the|an|my|our) )\bonly\b`,
    String.raw`(?<!^|\b(?:about|on|of|for|at|from|and|or|her|his|their|keeps?|is|was) )\bavoiding\b`,
    String.raw`^(?:never|\w+n't|not (?!\w+ing\b))`,
    String.raw`(?<!^|\b(?:do|does|did|is|are|was|were|has|have|had|can|could|will|would|should|about|on|of|for|at|and|or|her|his|their) )\bnot\b`,
    String.raw`n't (?:mention|include|focus|talk|use|say|add|show|write)\b`,
  ].join('|'),
)
/** Maximum words of a subject. */
const maxSubject = 12
/** Instructions with these words need more than a selection of passages. */
const writingPattern = new RegExp(
  [
    String.raw`\b(?:re-?write|translate|summari[sz]e|rephrase|paraphrase|fix|correct|change|explain|add|insert|diagnos\w*|write|remove|replace|make|use)\b`,
    String.raw`\b(?:tense|tone|style|grammar|professional(?:ly)?|clinical(?:ly)?|language|codes?|pronouns?|fillers?|identif\w+|anonym\w+|names?|initials)\b`,
    String.raw`\b(?:format|bold|italics?|underlined?|capitals?|caps|sections?|subjective|objective|headings?|(?<!\b(?:job|her|his|their) )titles?|order|alphabetical\w*|chronological\w*)\b`,
    String.raw`\b(?:sentences?|pages?|paragraphs?|lines?|characters|percent|quarter|double|once|twice|times)\b`,
    String.raw`(?:\d|\b(?:one|two|three|four|five|ten|fifty|hundred|few|many|more|several)) words?\b|(?<!\b(?:her|his|their)(?: \w+)? )\bwords?$`,
    String.raw`\bhalf\b(?! (?:brother|sister|sibling)s?\b)|\bthirds\b|\bthird(?:$| (?:of|the|as|shorter|longer|less)\b)`,
    String.raw`(?<!\b(?:her|his|their)(?: \w+)? )\b(?:length|size)\b(?! of (?:her|his|their)\b)`,
    String.raw`^(?:that|in)\b|\bthat (?:she|he|they|the client)\b|\bat the (?:top|start|beginning|end|bottom)\b|\b(?:first|last)$`,
  ].join('|'),
)

/**
 * Parses an instruction for excerpts: length, quotes and subject, also negated (`not longer`). Null if any part asks
 * for something else, because only a language model can rewrite.
 */
export function parseInstruction(instructions: string): ExcerptInstruction | null {
  const parts = partsOf(instructions)
  const changes = parts.map(parsePart)
  if (parts.length === 0 || changes.includes(null)) return null
  const found = changes.filter((change) => change !== null)
  const usual: ExcerptInstruction = { length: 1, terms: new Set(), without: new Set() }
  return found.reduce<ExcerptInstruction>(
    (all, change) => ({
      ...all,
      ...change,
      terms: new Set([...all.terms, ...(change.terms ?? [])]),
      without: new Set([...all.without, ...(change.without ?? [])]),
    }),
    usual,
  )
}

/** Splits an instruction into single requests, each with its own form or subject. */
function partsOf(instructions: string): string[] {
  return instructions
    .toLowerCase()
    .replace(/[’‘ʼ]/g, "'")
    .replace(courtesyPattern, ' ')
    .split(
      new RegExp(
        String.raw`[.;,!\n]+|\s(?:and|but|then)\s+(?=(?:please |also )*(?:${noPattern}|focus|emphasi|highlight|make|use|keep|add|include|leave|omit|skip|short|long|brief|bullet|quote|more|less|only|re-?write|translate|summari|fix|correct|change|write|mention)\b)`,
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

function parsePart(part: string): Partial<ExcerptInstruction> | null {
  const form = formOf(part)
  if (form !== undefined) return form
  const unwanted = leftOut.exec(part)?.[1]
  if (unwanted !== undefined) return subjectOf(unwanted, 'without')
  const subject = emphasisPattern.exec(part)?.[1]
  return subject === undefined ? null : subjectOf(subject, 'terms')
}

/**
 * The change that a part requests: undefined if the part names no form, or has other words too; null if excerpts do not
 * support the change.
 */
function formOf(part: string): Partial<ExcerptInstruction> | null | undefined {
  let rest = part
  const named = forms.filter(({ names }) => {
    const before = rest
    rest = rest.replace(names, ' ')
    return rest !== before
  })
  const isNegated = new RegExp(String.raw`\b${noPattern}\b`).test(rest)
  const remainder = rest
    .replace(new RegExp(String.raw`\b${noPattern}\b`, 'g'), ' ')
    .replace(fillingPattern, ' ')
    .trim()
  if (named.length === 0 || /[\p{L}\p{N}]/u.test(remainder)) return undefined
  return named.reduce<Partial<ExcerptInstruction> | null>((all, { effect, negated }) => {
    const change = isNegated ? negated : effect
    return all === null || change === null ? null : { ...all, ...change }
  }, {})
}

function subjectOf(subject: string, key: 'terms' | 'without'): Partial<ExcerptInstruction> | null {
  const terms = new Set(termsOf(subject))
  const isPlain =
    terms.size > 0 &&
    subject.split(' ').length <= maxSubject &&
    ![writingPattern, limitedPattern].some((one) => one.test(subject))
  return isPlain ? { [key]: terms } : null
}
