import type { Token } from './grammar.ts'

const list = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/))

/** Words of charting and of talking: they describe the note, not the events; weight 0. */
const charting =
  list(`client patient therapist clinician counselor provider session report state note describe deny denie endorse express
  discuss mention explain share reflect affirm summarize explore provide present identify indicate indicating acknowledge observe
  regarding include review currently today voice confirm add remark respond concede attribute direct questioning history
  currently additionally also however presence admit sign symptom previously episode occasion`)

/** Common words with little meaning of their own; weight 0.25. */
const light =
  list(`be have do get go make take put come give keep let say tell think know want use need try feel see look find
  happen seem become leave turn set hear afterwards beforehand moment second sec start begin stop thing something anything everything way lot bit kind sort time one ones other another
  really just very quite much many more most less least only even still now then again back up down out off over on about
  well all some any too so not no never always often sometimes maybe perhaps probably possibly day week month year hour minute
  last next first second mg ml mcg kg kilo pound percent same own such each every both there here when while whereas although rather instead than
  will would can could should may might must shall able unable like around ago later early yet already ever none nobody nothing
  no-one someone somebody anyone anybody people person what whether how why who contrary despite lack due regard certain whole`)

/** Weight of a word: 0 without meaning, 0.25 with little meaning, 0.5 for a number, 1 for any other content word. */
export function weightOf({ text, lemma, pos }: Token): 0 | 0.25 | 0.5 | 1 {
  if (pos === 'NUM' && text !== 'one') return 0.5
  if (!/^[a-z\p{L}][\p{L}'-]*$/u.test(text) || text.length < 2) return 0
  if (charting.has(lemma) || charting.has(text)) return 0
  if (light.has(lemma) || light.has(text)) return 0.25
  return /^(?:NOUN|PROPN|VERB|ADJ|ADV|INTJ|X)$/.test(pos) ? 1 : 0
}
