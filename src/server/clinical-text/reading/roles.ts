import type { Speaker } from '#shared/contract/transcripts.ts'
import { isPersonWord } from '../language/persons.ts'
import { namesRelative, relativeWords } from './relative-labels.ts'

/** Words for therapists, without accents, as `folded` returns them. */
const therapists = [
  'therapist|counsell?or|clinician|doctor|provider|psychologist|psychiatrist|psychotherapist|practitioner|physician|nurse|facilitator|interviewer',
  String.raw`(?:psycho)?therapeut(?:e|in)?|psycholog(?:e|in)|psychiater(?:in)?|berater(?:in)?|arzt|arztin|behandler(?:in)?|behandelnder?`,
  String.raw`(?:p?sico)?terapeuta|p?sicolog[ao]|p?siquiatra|psichiatra|consejer[ao]|medic[ao]|doctora|orientadora?`,
  String.raw`(?:psycho)?therapeute|psychologue|psychiatre|conseillere?|medecin|docteure?|soignante?`,
  'psycholoog|behandelaar|терапевт|психолог|психотерапевт|врач',
].join('|')
const clients = [
  'client|patient|interviewee|counsellee',
  String.raw`klient(?:in)?|patientin|ratsuchender?|cliente|clienta|paciente|consultante|utente|paziente|patiente|clienten?`,
  'клиент|клиентка|пациент|пациентка',
].join('|')

const edge = { before: String.raw`(?<![\p{L}\p{N}])`, after: String.raw`(?![\p{L}\p{N}])` }
/** Endings for both genders: `Klient*in`, `Klient:in`, `Klient/-in`, `Patient(e)`. */
const bothForms = String.raw`(?:\s?[*:_/(]-?(?:in|innen|e|a)\)?)?`
const degreesPattern = String.raw`,\s*(?:lcsw|lmft|lpc|lmhc|lcpc|ph\.?d|psy\.?d|m\.?d|msw|rn|np)${edge.after}`
const therapistPattern = new RegExp(
  String.raw`^(?:dr|doctor|prof)${edge.after}|${edge.before}(?:${therapists}|social worker)${bothForms}${edge.after}|${degreesPattern}|^(?:t|th|ther)\.?$`,
  'iu',
)
const clientPattern = new RegExp(
  String.raw`${edge.before}(?:${clients})${bothForms}${edge.after}|^(?:c|cl|kl|p|pt)\.?$|^(?:pat|pac)\.$`,
  'iu',
)
/** Labels in scripts without capitals. */
const spaceless = {
  therapist:
    /^(?:治疗师|治療師|咨询师|諮商師|諮詢師|心理师|心理師|医生|醫生|セラピスト|カウンセラー|医師|치료사|상담사|상담자|מטפלת?|פסיכולוגית?|المعالجة?|الطبيبة?)$/,
  client:
    /^(?:来访者|來訪者|患者|病人|个案|個案|客户|クライエント|クライアント|내담자|환자|מטופלת?|المريضة?|العميلة?)$/,
}

const folded = (label: string) => label.normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC').trim()

const devices = 'i?phone|ipad|macbook|laptop|tablet|computer|pc|android|galaxy|device|audio|video|camera|channel|mic'
/** `Client's wife` and `Mother of the client`, but not `Client's iPhone`. */
const relatedPattern = new RegExp(
  String.raw`${edge.before}(?:${clients})(?:['’ʼ]s|s['’ʼ])\s+(?!(?:${devices})\b)\p{L}|\p{L}\s+(?:of|von|de[rslm]?|du|da|do|van)\s+(?:(?:the|our|la|le|las|los|il|el|het)\s+|l['’])?(?:${clients})${edge.after}`,
  'iu',
)

/**
 * The role that a label names without further context, in English and some other languages. `Patient (father)` may be the
 * client or a relative.
 */
export function roleOf(label: string): Speaker {
  const name = folded(label)
  const spoken = label.trim().normalize('NFC')
  if (relatedPattern.test(name)) return 'other'
  if (clientPattern.test(name) || spaceless.client.test(spoken)) return namesRelative(name) ? 'unknown' : 'client'
  return therapistPattern.test(name) || spaceless.therapist.test(spoken) ? 'therapist' : 'unknown'
}

const roleWord = new RegExp(
  String.raw`^(?:(?:${therapists}|${clients})${bothForms}|dr\.?|dra\.?|prof\.?|social|worker|(?:t|th|ther|c|cl|kl|p|pt|pat|pac)\.?)$`,
  'iu',
)

/** Words before a person who is spoken of: `my therapist`, `meine Therapeutin`. */
export const possessives = String.raw`my|his|her|your|our|their|mein(?:e[nmrs]?)?|sein(?:e[nmrs]?)?|ihr(?:e[nmrs]?)?|unser(?:e[nmrs]?)?`

const sentenceStart = new RegExp(
  String.raw`^(?:${possessives}|i|this|that|when|but|and|so|then|if|because|an?|mi|su|mon|ma|mes|son|sa)\s`,
  'i',
)

const relativeWord = new RegExp(String.raw`^\(?(?:${relativeWords}|of|the|de[rslm]?|du|von)\)?$`, 'iu')
const namesPerson = (word: string) =>
  relativeWord.test(word) || isPersonWord({ text: word.toLowerCase(), lemma: word.toLowerCase(), pos: 'NOUN' })

/** True if a label is a role, not speech that mentions one: `my doctor` and `I asked my therapist` are speech. */
function isRoleLabel(label: string): boolean {
  const isClients = clientPattern.test(folded(label))
  if ((roleOf(label) === 'unknown' && !isClients) || sentenceStart.test(label) || /:\s|\d:\d|\]/.test(label))
    return false
  return folded(label)
    .split(/[\s,&]+|\/(?!-?in\b)/)
    .every(
      (word, at) =>
        roleWord.test(word.replace(/['’ʼ]s$/, '')) ||
        /^[(\p{Lu}\p{Lo}\p{N}#]/u.test(word) ||
        (at === 0 && /^the$/i.test(word)) ||
        (isClients && namesPerson(word)),
    )
}

const numberedPattern =
  /^(?:speaker|sprecher(?:in)?|hablante|locuteur|locutrice|interlocuteur|orador(?:a)?|spreker|parlante|participant|teilnehmer(?:in)?|говорящий)(?:[\s_-]*\d{1,3}|[\s_-]+[\p{L}\p{N}]{1,3})$/iu

/** True if a label names a speaker without further context: a role, or a numbered speaker. */
export const isSpeakerLabel = (label: string) => isRoleLabel(label) || numberedPattern.test(folded(label))
