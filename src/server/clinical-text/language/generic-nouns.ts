/** Nouns for intangible things, which a paraphrase may add although they were not said. Dictionary forms. */
const generic: ReadonlySet<string> = new Set(
  `activity aim amount anniversary approach area aspect attempt attitude background basis behalf behavior belief benefit care case cause center
  chance change circumstance claim company complaint concern condition contact context control cost count couple course date
  deal degree demand detail diagnosis distress doubt effect effort end event example exercise experience extent fact
  factor feature feedback finding focus form goal grief group help hope idea impact incident issue kind level limit
  line loss manner matter means medication method mind mood mode moment move name nature need note number object onset
  option order outcome page pain part party pattern period phase place plan point position post practice problem process
  program progress purpose quality question range rate reaction reason relief remark request response rest result return rise risk
  role routine rule scale sense sensation series setting shape share shift side sight sign sort source stage
  start state status step stop story strategy stress structure struggle style subject support supply target task technique
  term test thought timing tool topic trouble trust turn type use value view visit way wish word work worry exposure
  dose antidepressant vehicle relative colleague medicine disease illness condition injury attack episode accident pill
  food meal drink substance urge craving skill sleep bedtime appetite energy interest guilt shame anger
  fear anxiety panic advice plan response own attempt comment exam check ride self student behaviour stay spouse figure count
  upset thinking total average measure measurement home session conversation talk phone call email letter discussion
  accord count front edge middle area initiative manner duration presence couple partner respect regard lack term extent agreement order room ground break`.split(
    /\s+/,
  ),
)

/** Endings of nouns for intangible things. */
const endingPattern = /(?:tion|sion|ness|ment|ity|ance|ence|ancy|ency|ship|ism|acy|dom|hood|tude|logy|ability|ing)$/

/** True for a listed noun for an intangible thing, such as `matter` and `sense`. */
export const isEmptyNoun = (lemma: string) => generic.has(lemma)

export function isGeneric(lemma: string): boolean {
  return generic.has(lemma) || (lemma.length > 5 && endingPattern.test(lemma))
}
