import { termsOf } from '../language/words.ts'

/** What an extractive drafter can make of an enhancement instruction. */
export interface Wish {
  /** Words of the note against the usual length. */
  length: number
  /** Terms to be lifted. */
  terms: ReadonlySet<string>
  hasBullets: boolean
  onlyQuotes: boolean
}

const aboutForm =
  /\b(?:please|make|more|less|shorter|short|longer|long|brief\w*|concise\w*|detail\w*|expand\w*|elaborat\w*|add|include|focus\w*|emphasi[sz]\w*|bullets?|points?|list\w*|quotes?|quotations?|verbatim|section\w*|notes?|sentence\w*|paragraph\w*|rewrite|improve|professional|clinical|language|style|tone|mention\w*|about|summar\w*|highlight\w*|use|write|direct|client's|words?)\b/gi

/** Reads length, form and subject out of an instruction. What it asks beyond that is not followed. */
export function wishOf(instructions: string): Wish {
  const plain = instructions.toLowerCase()
  const isShorter = /\b(?:short(?:er|en)?|brief\w*|concise\w*|condens\w*|less (?:detail|text)|trim|tight\w*)\b/.test(
    plain,
  )
  const isLonger =
    /\b(?:longer|more detail\w*|detailed|expand\w*|elaborat\w*|lengthen|thorough\w*|comprehensive|add)\b/.test(plain)
  return {
    length: isShorter === isLonger ? 1 : isShorter ? 0.55 : 1.5,
    terms: new Set(termsOf(plain.replace(aboutForm, ' '))),
    hasBullets: /\b(?:bullets?|bulleted|list)\b/.test(plain),
    onlyQuotes: /\b(?:quot(?:e|es|ation|ations)|verbatim|own words)\b/.test(plain),
  }
}
