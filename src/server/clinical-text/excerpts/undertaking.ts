import { apply, expanded, foreignSpeech, fromSecond, thirdPerson, type Change } from './third-person.ts'

const asks =
  /^(?:I(?:'d| do| would)? (?:want|wanna|like) you to|You (?:should|need to|have to)|Make sure (?:you|to)|Go ahead and|Try to|Be sure to|Please) (?:go ahead and |just |also |to )?(.+)\.$/i
const imperative = /^(?:Take|Avoid|Continue|Keep|Use|Check|Call|Change|Write|Practice|Bring|Stay|Start|Stop) .+\.$/
const plans =
  /^(?:(?:I'm|I am|We're|We are) (?:also |just )?(?:gonna|going to)|(?:I'll|I will|We'll|We will)|I (?:also |do )?(?:want to|wanna|would like to)) (?:go ahead and |also |just )?(.+)\.$/i
const proposes = /^Let's (?!not\b)(?:go ahead and |just )?(.+)\.$/i

/** Whose `I` or `they` remains would not be clear, or more than the plan is said. */
const unclear =
  /\b(?:i|i'm|i've|i'll|i'd|me|my|we|we're|we'll|us|our|let's|they|them|their|yours|okay|alright|see what|talk about that|you know)\b/i
const objectYou =
  /\b(see|give|tell|help|for|to|with|call|email|refer|start|keep|put|have|let|send|get|on|teach|show|connect|book|around|about|from|continue) you\b(?! (?:are|were|have|can|could|will|need|want|feel|do|did)\b)/gi
const subjectYou =
  /\byou (?=(?:are|were|have|had|can|could|will|would|need|want|feel|do|don't|did|didn't|get|use|take|think|like|said|told|start|notice|eat|drink|sleep)\b)/gi

/** What a therapist asks or plans to do: `I want you to …` becomes `asks Ana to …`. Null where the change is not safe. */
export function undertaking(sentence: string, client: string): string | null {
  if (foreignSpeech.test(sentence)) return null
  const found = wordingOf(withoutAddress(sentence, client), client)
  if (!found || unclear.test(found.what) || thirdPerson.test(found.what) || found.what.includes(':')) return null
  const mapped = found.what.replace(objectYou, `$1 ${client}`).replace(subjectYou, 'they ')
  const rest = apply(expanded, apply(noBareYou, mapped))
  return /\byou\b/i.test(rest) ? null : `Therapist ${found.verb} ${rest.charAt(0).toLowerCase()}${rest.slice(1)}.`
}

/** `Take care of yourself, Ana.` without the name. */
function withoutAddress(sentence: string, client: string): string {
  const address = `, ${client}.`
  return sentence.endsWith(address) ? `${sentence.slice(0, -address.length)}.` : sentence
}

const noBareYou: readonly Change[] = fromSecond.slice(0, -1)

function wordingOf(sentence: string, client: string): { verb: string; what: string } | null {
  const asked = asks.exec(sentence)?.[1] ?? (imperative.test(sentence) ? sentence.slice(0, -1) : undefined)
  if (asked !== undefined) return { verb: `asks ${client} to`, what: asked }
  const planned = plans.exec(sentence)?.[1]
  if (planned !== undefined) return { verb: 'plans to', what: planned }
  const proposed = proposes.exec(sentence)?.[1]
  return proposed === undefined ? null : { verb: 'proposes to', what: proposed }
}
