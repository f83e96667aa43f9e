/** Questions in transcripts without question marks. */
const askingPattern =
  /\b(?:are you (?:having|feeling|hearing|seeing|using|drinking|thinking)|do you (?:have|ever|feel|hear|use|drink)|have you (?:had|been|ever|thought)|has (?:he|she|anyone|somebody|someone) ever|did you ever|does (?:he|she|anyone|anybody) (?:ever )?|any thoughts (?:of|about)|(?:ask(?:ed|ing)?|wonder(?:ed|ing)?|check(?:ing)?|know|tell me) (?:you )?(?:whether|if|about)\b)/i

/** Beginnings of questions, for speech engines that write no punctuation. */
const beginsAsking =
  /^(?:(?:and|so|but|okay|ok|right|well|um|uh|now|then)\s+)*(?:any(?:one|body|thing)?\b|ever\b|(?:do|does|did|are|is|was|were|have|has|had|can|could|would|will)(?:n['’]?t)?\s+(?:you|your|he|she|they|it|there|any|anyone|anybody|someone|somebody|the|home|people)\b)[^.!]*$/i

export const isQuestion = (sentence: string) =>
  sentence.trimEnd().endsWith('?') || askingPattern.test(sentence) || beginsAsking.test(sentence)

const toListener =
  /^\W*(?:(?:and|but|so|well|okay|um|uh|(?:can|could|may) i ask(?: you)?(?: something| that)?)\b\W*)*(?:(?:do|did|have|are|were|would|could|has)(?:n['’]?t)? you\b(?! (?:know|understand|imagine|realize|realise|(?:have )?any idea)\b)|you ever\b)/i
const ofOneself = /\b(?:i|me|my(?! age\b)|mine|myself|i['’](?:m|ve|d|ll))\b/i

/** True for a client's question about the therapist: `Do you ever think about suicide?` */
export const asksListener = (sentence: string) => {
  const begin = toListener.exec(sentence)
  return begin !== null && isQuestion(sentence) && !ofOneself.test(sentence.slice(begin[0].length))
}
