/** An act of the client on another person: `I'm going to stick him`. `Her` before a noun is a possessive. */
const actOnPerson =
  /\b(?:i(?:'ll| will)|(?:i'm|i am) (?:going to|gonna)|i'?mma) (?:\w+ly |just |also )?(\w+) (?:him|her(?=\W*$|\W+(?:in|up|down|out|off|over|on|with|for|if|when|until|tomorrow|tonight|next|this|and|so|again|to|at|by|a|the|my)\b)|that (?:boy|man|guy|woman|girl|kid))\b/
/** Verbs of plans that concern another person. Any other verb may be one of harm, also in slang. */
const plannedVerb =
  /^(?:accompany|add|answer|ask|avoid|bake|bath|block|book|bring|buy|call|collect|confront|contact|cook|dress|drive|drop|email|encourage|feed|forgive|get|give|help|hug|ignore|include|inform|introduce|invite|involve|join|keep|leave|let|listen|make|meet|message|notify|offer|order|pay|phone|pick|praise|put|read|register|remind|ring|see|send|show|sign|speak|spend|support|surprise|take|talk|teach|tell|text|thank|trust|unblock|update|visit|walk|write)$/

/** True if a client's act on another person may be a threat, because its verb is not one of plans. */
export function mayThreaten(plain: string): boolean {
  const [, verb] = actOnPerson.exec(plain) ?? []
  return verb !== undefined && !plannedVerb.test(verb)
}

/** Matches acts of a client in the session: `I'll read it to you`, `I'll just get a tissue`. */
export const clientActsNow =
  /\bi(?:'ll| will)(?: just| quickly)? (?:(?:show|read|tell|give|play|find|lend) (?:you|it|this|that)\b|(?:get|grab|fetch) (?:a tissue|some water|my (?:phone|glasses|coat|bag))|take a (?:minute|second|moment)|start with|cut a long|call it)/
