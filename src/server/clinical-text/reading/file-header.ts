import type { Speaker } from '#shared/contract/transcripts.ts'
import { visibleLabel } from '#shared/rules/visible.ts'
import { roleOf } from './roles.ts'

const factPattern =
  /^(?:(?:session |recording |meeting )?(?:date|time|start|end|length|duration|number|title|id)|session|meeting|recording|recorded(?: on)?|datum|uhrzeit|beginn|ende|dauer|sitzung|fecha|hora|duraci[oó]n|sesi[oó]n|heure|dur[ée]e|s[ée]ance|location|setting|subject|file(?: name)?|mrn|dob|date of birth)\s*:\s*\S.{0,120}$/i
/** Matches `Session transcript, November 20` and `Transcript of …`. */
const headingPattern =
  /^(?:(?:session|meeting|therapy|recording|audio|call|full|verbatim) ){0,2}transcript(?:ion)?(?: (?:of|from|for) |\s*[,:–—-]|$)[^.?!]{0,100}$/i
/** Matches `Client: …`, `Therapist’s name: …` and `Klientin: …`. */
const personLine = /^([^:]{1,30}?)(?:['’]s)?(?: name)?\s*:\s*(\S.{0,80})$/i
const participantsPattern = /^(?:participants|attendees|present)\s*:\s*\S.{0,300}$/i

/** Two to four capitalized words, as in `Maria Lopez` or `Lopez, Maria`. */
const personName = /^(?:\p{Lu}[\p{L}\p{M}.'’-]*,?\s+){1,3}\p{Lu}[\p{L}\p{M}.'’-]*$/u

export interface FileHeader {
  rest: string[]
  /** The client's name in the header. */
  clientName: string | null
}

/**
 * Splits off leading lines about the session (`Date: …`, `Client: Maria Lopez`). A `Client:` or `Therapist:` line is
 * part of the header only if it contains a name and occurs with other such lines; otherwise it is speech.
 */
export function splitHeader(lines: readonly string[]): FileHeader {
  const after = lines.findIndex((line) => line !== '' && !isFact(line) && !isPerson(line))
  const header = lines.slice(0, after < 0 ? lines.length : after)
  if (!header.some(isFact)) return { rest: [...lines], clientName: null }
  const name = header.map((line) => nameOf(line, ['client'])).find((found) => found !== undefined)
  return { rest: lines.slice(header.length), clientName: name === undefined ? null : visibleLabel(name) }
}

const isFact = (line: string) => factPattern.test(line) || participantsPattern.test(line) || headingPattern.test(line)

function nameOf(line: string, roles: readonly Speaker[]): string | undefined {
  const [, label = '', name] = personLine.exec(line) ?? []
  return roles.includes(roleOf(label)) ? name : undefined
}

function isPerson(line: string): boolean {
  const name = nameOf(line, ['client', 'therapist'])
  return name !== undefined && personName.test(visibleLabel(name).replace(/,\s*[A-Z][A-Za-z.]{1,5}$/, ''))
}
