const negationPattern =
  /\b(?:no|not|never|none|nothing|nobody|nope|nah|neither|nor|without|cannot|den(?:y|ies|ied)|\w*n['’]t|(?:do|does|did|is|are|was|were|have|has|had|would|could|should|ca|wo)nt|stop(?:ped)?|quit|free of|negative)\b/i

/** True if a text contains a negation. */
export function isNegated(text: string): boolean {
  return negationPattern.test(text)
}
