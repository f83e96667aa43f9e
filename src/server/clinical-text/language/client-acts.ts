/** An act of the client on another person: `I'm going to stick him`. `Her` before a noun is a possessive. */
const actOnPerson =
  /\b(?:i(?:'ll| will)|(?:i'm|i am) (?:going to|gonna)|i'?mma) (?:\w+ly |just |also )?(\w+) (?:him|her(?=\W*$|\W+(?:in|up|down|out|off|over|on|with|for|if|when|until|tomorrow|tonight|next|this|and|so|again|to|at|by|a|the|my)\b)|that (?:boy|man|guy|woman|girl|kid))\b/
const kindVerb =
  /^(?:accompany|add|answer|ask|bake|book|bring|buy|call|collect|contact|cook|drive|email|encourage|feed|forgive|get|give|help|hug|include|introduce|invite|join|keep|leave|let|listen|make|meet|message|offer|order|pay|phone|pick|praise|put|read|register|remind|ring|see|send|show|sign|speak|spend|support|take|talk|teach|tell|text|thank|trust|visit|walk|write)$/

/** True if a client's act on another person may be a threat, because its verb is not known to be a kind one. */
export function mayThreaten(plain: string): boolean {
  const [, verb] = actOnPerson.exec(plain) ?? []
  return verb !== undefined && !kindVerb.test(verb)
}

/** Matches acts of a client in the session: `I'll read it to you`, `I'll just get a tissue`. */
export const clientActsNow =
  /\bi(?:'ll| will)(?: just| quickly)? (?:(?:show|read|tell|give|play|find|lend) (?:you|it|this|that)\b|(?:get|grab|fetch) (?:a tissue|some water|my (?:phone|glasses|coat|bag))|take a (?:minute|second|moment)|start with|cut a long|call it)/
