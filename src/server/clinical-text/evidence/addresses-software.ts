import { sentenceSpans, type Span } from '#shared/rules/sentences.ts'

/** Marks of prompts, code and web pages. They do not occur in speech. */
const markupPattern =
  /<\/?[a-z|!]|\|>|\[\/?(?:INST|system)\]|```|\{"|\]\(|\[\/\/\]|\|\s*-{3}|^\s*#+\s|\b[a-z0-9+/]{10,}={1,2}(?=\s|$)|\b[a-z0-9+/]{40,}\b/i

/** Characters that hide or imitate text. */
const disguisePattern =
  /[\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff\uff01-\uff5e]|[a-z][\u0400-\u04ff]|[\u0400-\u04ff][a-z]/i

const addressees = '(?:therapist|client|patient|user|assistant|system|computer|ai|software)'
/** `my old therapist: she …` is not a label. */
const notOwned = String.raw`(?<!\b(?:my|a|an|the|his|her|their|our|your|this|that|another)\s(?:\p{L}+\s){0,2})`

const software = '(?:assistant|ai|system|computer|software|model|chatbot)'
const messages = '(?:messages?|instructions?|notes?|prompts?|commands?|requests?|reminders?|information|attention)'
const opening = String.raw`(?:(?:hey|hello|hi|ok(?:ay)?|now|so|please|dear|attention|listen|look)[\s,]+)?`

/** A speaker label inside a turn, or words that address the software. A comma follows an addressee only at the beginning of a sentence. */
const addresseePattern = new RegExp(
  [
    String.raw`(?:^|[\s\]>])${notOwned}${addressees}\s*:\s`,
    String.raw`(?:^|[.!?\]>]\s*)${opening}${addressees}\s*,\s`,
    // `Message for the assistant: …`, `To the system: …`, but not `It is the system: it is slow`.
    String.raw`(?:^\W*|[.!?\]>]\s*|\b${messages}\s+)(?:for|to)\s+(?:the|an?|any|every|this|that|your|our)\s+(?:\p{L}+\s+){0,2}${software}\s*[:–—]\s`,
    // Only at the beginning of a sentence: not `I sent messages to an AI`.
    String.raw`(?:^\W*|[.!?\]>]\s*)${opening}(?:(?:this|here) is )?(?:(?:an?|my) )?${messages} (?:for|to) (?:the|an?|any|this|your) (?:software|ai)\b`,
    String.raw`\b(?:note|message) to the software\b`,
    String.raw`\bif you are an ai\b`,
    String.raw`\byou are (?:now )?an? (?:\w+ )?(?:assistant|ai|bot)\b`,
    String.raw`\bdeveloper mode\b`,
  ].join('|'),
  'iu',
)

/** Instructions to ignore rules, in several languages. */
const overridePattern =
  /(?:ignor|disregard|override|forget|negeer|olvida|vergiss|1gn0r|игнорир|忽略|無視|تجاهل|अनदेखा)\S*[^.!?]{0,40}(?:instru|instruk|anweisung|istruzion|rule|prompt|rul3|regel|инструкц|指示|指令|تعليمات|निर्देश)|指示.{0,10}無視|निर्देश\S*.{0,20}अनदेखा|\bnew (?:rule|task|instructions?)\b|\bact as if\b|\bpretend (?:that )?i\b|\brepeat after me\b/i

/** A command at the beginning of a sentence to write something into the note. */
const commandPattern =
  /(?:^|[.!?:,;]\s*|\b(?:please|then|and)\s+)(?:write|state|record|document|transcribe|output|summari[sz]e this session|put|add|mark this|note)\b(?! (?:down|me|you|him|her|them|to|it)\b)(?:[^.!?]{0,20}\bthat (?:the|she|he|they|i|my|there|no|we|consent)\b|[^.!?]{0,30}\b(?:note|chart|record|assessment|plan|section|diagnosis)\b|[^.!?]{0,24}:|[^.!?]{0,16}\b(?:client|she) den)|\bsay that (?:the client|she|he|they|there)\b|\bfor the note\s*[:,]|\bin the note that\b|\bplease note that i\b/i

/** A word that is spelled out, or written with digits, so that rules do not recognize it. */
const spelledOut = /(?:\b\p{L}\s+){6,}|(?:\b\w*[a-z][0134579]+[a-z]\w*\b.*){3,}/iu

/** True if a text contains marks of prompts, hidden characters, or an instruction to ignore rules. */
export function setsRulesAside(text: string): boolean {
  return [markupPattern, disguisePattern, overridePattern].some((pattern) => pattern.test(text))
}

/** Number of sentences before a quote that may introduce it as an instruction. */
const reach = 3

/**
 * True if a turn instructs software what to write instead of reporting something. Such a turn is not evidence for what
 * it demands. Commands and spelled words count only if they are in the sentences of the quote or shortly before.
 */
export function addressesSoftware(text: string, quote: Span = { start: 0, end: text.length }): boolean {
  if (setsRulesAside(text)) return true
  const spans = sentenceSpans(text)
  const first = spans.findIndex(({ end }) => end > quote.start)
  const near = spans.slice(Math.max(0, first - reach)).filter(({ start }) => start < quote.end)
  const words = text.slice(near[0]?.start ?? 0, near.at(-1)?.end ?? text.length)
  return [addresseePattern, commandPattern, spelledOut].some((pattern) => pattern.test(words))
}
