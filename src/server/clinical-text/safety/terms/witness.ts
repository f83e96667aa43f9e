import { child, relation } from './parts.ts'
import { marked, strikes } from './violence.ts'

const victimPattern = String.raw`(?:me|us|you|him|her|them|each other|one another|${relation}|${marked})`
const violencePattern = String.raw`(?:(?:(?!hurts?\b)${strikes}|thr(?:ows?|ew|owing)|push(?:es|ed|ing)?|grab(?:s|bed|bing)?|drag(?:s|ged|ging)?) (?:\w+ ){0,3}?(?:at |on )?${victimPattern}|(?:had|held|got) (?:me|us|her|him) (?:\w+ ){0,4}by the (?:hair|throat|neck|arms?)|violence|violent|(?:physical )?fight(?:s|ing)?)`
const seeingPattern = String.raw`(?:saw|sees?|seen|seeing|watch(?:es|ed|ing)?|heard|hears?|hearing|witness(?:es|ed|ing)?|walk(?:s|ed) in)`
const nearPattern = String.raw`(?:(?:was|were|is|are) )?(?:\w+ ){0,2}?(?:watching|listening|looking on|(?:standing|sitting) (?:\w+ ){0,2}(?:there|by)|right there|in the (?:same |next |other )?(?:room|car|doorway)|in (?:his|her|their) (?:cot|crib|pram|car seat|beds?)|on the (?:stairs|landing)|at the (?:door|table)|next door|upstairs)`

/** Violence that a child witnesses. */
export const witnessPatterns: readonly RegExp[] = [
  new RegExp(
    String.raw`\b${violencePattern}\b(?:(?!\bnever\b|\bnot\b|n't)[^.?!]){0,30}\bin front of (?:all )?(?:of )?${child}(?!\w)`,
  ),
  new RegExp(String.raw`\b${child}(?!\w)[^.?!]{0,30}\b${seeingPattern}\b[^.?!]{0,30}\b${violencePattern}(?!\w)`),
  new RegExp(String.raw`\b${violencePattern}\b[^.?!]{0,20}\b(?:and|while|when|with|as) ${child} ${nearPattern}\b`),
  new RegExp(
    String.raw`\b${child} ${nearPattern}\b[^.?!]{0,15}\b(?:when|while|as)\b[^.?!]{0,20}\b${violencePattern}(?!\w)`,
  ),
]

/** Quarrels that a child witnesses, and violence that it is said not to witness. */
export const possibleWitnessPatterns: readonly RegExp[] = [
  new RegExp(
    String.raw`\b${child}(?!\w)[^.?!]{0,30}\b${seeingPattern}\b[^.?!]{0,30}\b(?:shouting|screaming|yelling|shouts?|screams?|yells?|rowing|rows?|row|arguing|thump\w*|bang\w*|smash\w*) ?(?:at (?:me|us|him|her|each other))?(?!\w)(?! (?:for|to|on the (?:tv|telly)))`,
  ),
  new RegExp(String.raw`\b${violencePattern}\b[^.?!]{0,30}\b(?:never|not) in front of ${child}(?!\w)`),
]
