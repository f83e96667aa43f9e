import { pills } from './parts.ts'

const askedPattern = String.raw`(?<=\b(?:you|there)\b[^.?!]*)`

/** Questions whether the client wants to live: a no states the risk. Not questions with a second half (`… or die?`). */
export const wantsToLive: readonly RegExp[] = [
  /\byou (?:still |really |actually |even |truly |ever )*want to (?:live|be alive|stay alive|(?:keep|go|carry) on living|keep living|wake up|be (?:here|around) any\s?more)\b(?<!\b(?:where|how|who|which|what)\b[^.?!]*)(?! (?:early|earlier|before|next|refreshed|in|at|with|near|by|on|alone|here|there|together|like|abroad|somewhere|next|away|off|a|your|the|up|that|this|under|without)\b)(?![^?]*\bor\b)/,
  /\byou still (?:\w+ )?want to be (?:here|around)\b(?! (?:at|in (?:therapy|the (?:group|house|flat|room|ward)|this (?:house|flat|job|group|room|city|town|country))|today|with)\b)(?![^?]*\bor\b)/,
  /\byou (?:\w+ )?(?:glad|happy|pleased|relieved|grateful|thankful) (?:that )?(?:to (?:still )?be alive|to still be here|you(?:'re| are) (?:still )?alive|you(?:'re| are) still here|you (?:survived|woke up|lived|were found|didn't die))\b/,
  /\b(?:you|is|does|do)\b[^.?!]*\blife(?:'s| \w+| still \w+)? (?:still )?worth (?:living|it)\b/,
  new RegExp(
    String.raw`${askedPattern}\b(?:any|a|some|many) (?:\w+ )?reasons? (?:to (?:live|stay alive|go on|keep going|keep living)|for living|for being alive)\b|${askedPattern}\b(?:any|some)thing (?:(?:that )?you(?:'re| are) living for|(?:left )?(?:to live|worth living) for)\b`,
  ),
]

/** Asks whether the client expects to live. */
export const seesFuture =
  /\byou (?:\w+ )?(?:see|imagine|picture) yourself (?:\w+ ){0,2}(?:here|alive|around) (?:at|in|by|next|for|after)\b/

/** Doubts of the client whether to live. */
export const doubtsLife =
  /\b(?:wonder\w*|question\w*|not sure|don't know|doubt\w*)\b[^.?!]{0,30}\b(?:life|living)(?:'s| \w+)? worth (?:living|it)\b|\bis (?:my |this )?life (?:even |really )?worth living\b/

const meansPattern = String.raw`(?:${pills}|guns?|firearms?|weapons?|shotguns?|rifles?|pistols?|rope|blades?|(?:the )?means|(?:a )?method)`

/** Questions about a plan together with means, or about means within reach. */
export const asksForMeans: readonly RegExp[] = [
  new RegExp(
    String.raw`\b(?:plans?|method|intent\w*|way in mind)\b,? (?:or|and) (?:\w+ ){0,4}${meansPattern}(?!\w)|\b(?:is there|are there|any|(?:do|have) you (?:have|keep|own|got)|you have access to|access to) (?:\w+ ){0,3}${meansPattern} (?:\w+ ){0,2}(?:at home|(?:in|around) (?:the|your) (?:house|home|flat|apartment|cupboard)|to hand|within reach|where you live)\b(?! or\b)`,
  ),
]
