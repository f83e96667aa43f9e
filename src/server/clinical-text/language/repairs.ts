import { numberWords, scales } from './number-words.ts'
import { month } from './tense.ts'
import { measureNames, multipleOf, unitOf } from './units.ts'

const figure = String.raw`\d+(?:,\d{3})*(?:\.\d+)?|\.\d+`
const words = [...Object.keys({ ...numberWords, ...scales }), 'half', 'couple'].join('|')
const word = String.raw`(?:${figure}|\b(?:${words})\b)`
const zero = String.raw`(?:oh|o(?!['’]| clock)|nought|naught)`
/** A number of one or more words: `a hundred and fifty`, `zero point two five`, `two or three`. */
const numbers = String.raw`(?:\bpoint (?:${zero} ){0,4})?${word}(?:[ -](?:${word}|(?:point|${zero})\b)|(?<=hundred|thousand) and ${word}|[ -]and[ -]a[ -](?:half|quarter)\b| or ${word}){0,8}`
const repeats = String.raw`(?:once|twice|thrice|${numbers} times)`
const days = '(?:mon|tues|wednes|thurs|fri|satur|sun)day'

const unit = String.raw`(?:[ -]?(${measureNames}|times|am|pm|o['’]clock)\b|%|(?<=half) an? (${measureNames})\b)?`
/** When or where, which a correction of the amount leaves. Not with a number: `fifty milligrams at ten, no, eleven`. */
const phrase = String.raw`(?: ((?:at|in|on|before|after|with) (?:(?:the|my|an?) )?(?!${word}|(?:noon|midday|midnight)\b)\w+|morning|afternoon|evening|tonight))?`
/** Words after an amount: `of sertraline`, `a day`, `in the morning`. */
const addition = String.raw`(?: of (?:(?:the|my|an?) )?\w+)?(?: (?:an?|per|each|every) \w+| daily)?${phrase}`
const things = String.raw`(?!(?:${measureNames}|times)\b)[a-z]{2,}s`
const noun = String.raw`(?: (${things})\b)?`

const times = String.raw`(?:before|after) (?:(?:the|my|an?) )?(?!all\b)\w+|(?:${days}|${month}|morning|afternoon|evening|night|noon|midday|midnight|bedtime|breakfast|lunch|dinner|supper|weekend)s?|tonight|yesterday|today|tomorrow`
/** The time of the new amount: `six hours of sleep on Tuesday`, `forty every night`. */
const newTime = String.raw`(?: ${things}\b)?(?: of (?:(?:the|my|an?) )?\w+)?(?: (?:an?|per) \w+| daily)?(?:(?: (?:at|in|on|with|for|last|this|each|every|the|my)){0,3} (${times})\b)?`

const prepositions = String.raw`it (?:was|is)|it['’]s|on|in|at|about|more like`
const gap = String.raw`\b[\s,.…–—-]+`
const pause = String.raw`(?:(?:[\s,.…–—-]*\b(?:uh|um|er|oh)\b)+[\s,.…–—-]+|\s*[,.…–—-]+\s*)`
/** Words before the last cue: `no, I mean`, `oh no`. */
const cues = String.raw`(?:(?:uh|um|er|oh|well|no|wait|sorry|actually|i mean)${gap}){0,3}`
/** Cues that need no pause before them. */
const clearCue = String.raw`(?:no,? wait|wait,? no|i mean|or rather|make that|scratch that|sorry)\b`
const start = String.raw`[\s,.…–—-]*(?:(?:sorry|uh|um|er)\b[\s,]*){0,2}(?:(?:${prepositions})\b)?\s*`

/** A `no` without a pause after it must stand before the new word: not `no side effects`, `no one`. */
const repairOf = (kind: string) =>
  String.raw`(?:${pause}${cues}(?:(?:wait|actually)\b|no\b(?=\s*[,.…–—-]|\s(?!one\b)(?:(?:${prepositions}|sorry|uh|um|er)\b[\s,]+)?(?:${kind})))|(?:${pause}|\s)${cues}${clearCue})${start}`

/** Not `one thing`, `two of them`. */
const idiomOf = (kind: string) =>
  String.raw`(?:\w+ )?(?:one (?:more|thing|second|sec|moment|question)|(?:${kind}) of (?:them|us|you|the|those|these|my))\b`

/** A day or month is a time, which may be corrected with its part: `Monday morning, no, Tuesday evening`. */
const newTimeOf = (kind: string) => (kind === days || kind === month ? '()' : newTime)

const repaired = [numbers, repeats, days, month].map(
  (kind) =>
    new RegExp(
      String.raw`(?<![\w.])(?:${kind})${unit}${noun}${addition}${repairOf(kind)}(?!${idiomOf(kind)})(?=(?:(?!${word})\w+ )?(?:${kind})${unit}(?=${newTimeOf(kind)})([^.;?!]{0,20}))`,
      'gi',
    ),
)

const timePattern = /^(?:second|minute|hour|day|week|month|year|decade)$/

/** The kind of a unit. An amount corrects only one of its kind: `fifty milligrams, actually two times a day` has two. */
function kindOf(name: string): string | null {
  const named = unitOf(name.toLowerCase().replace(/['’]/, ''))
  if (named === null) return null
  return timePattern.test(named) ? 'time' : (multipleOf(named)?.[0] ?? named)
}

const openPattern = /^(?:[^\w ]| ?$| (?:in|on|at|an?|per|each|every|this|last|that|by|since|for|now|then|and|or)\b)/

/** True if a counted thing may be that of the corrected number: `two kids, no, three`, but not `two kids, no, five cats`. */
const mayCount = (counted: string, after: string) => openPattern.test(after) || after.startsWith(` ${counted}`)

const onlyTime = new RegExp(`^(?:${times})$`)
const bareTime = (time: string) => time.toLowerCase().replace(/\b(?:at|in|on|with|the|my|an?) |s$/g, '')

/** True for amounts of two times, which are not a correction: `twenty in the morning, sorry, forty at night`. */
function areTwoTimes(when: string, newWhen: string): boolean {
  const [one, other] = [when, newWhen].map(bareTime)
  return newWhen !== '' && one !== other && onlyTime.test(one ?? '')
}

/** Removes numbers, days and months that the speaker corrected immediately: `fifty milligrams, no, seventy-five`. */
export function withoutRepairs(text: string): string {
  return repaired.reduce(
    (left, pattern) =>
      left.replace(
        pattern,
        (
          whole: string,
          one = '',
          half = '',
          counted = '',
          when = '',
          other = '',
          otherHalf = '',
          newWhen = '',
          following = '',
        ) => {
          if (areTwoTimes(when, newWhen)) return whole
          const [said, meant] = [one || half, other || otherHalf].map(kindOf)
          if (counted !== '') return meant === null && mayCount(counted, following) ? ` ${when} ` : whole
          return said && meant && said !== meant ? whole : ` ${when} `
        },
      ),
    text,
  )
}
