import type { CopiedText, CopyField, CopyProfile, HeaderField, PreparedCopy } from '#shared/contract/copies.ts'
import type { NotePage, NoteStatus } from '#shared/contract/notes.ts'
import { draftLines } from '#shared/rules/draft-lines.ts'
import { toClock } from '#shared/rules/clock.ts'
import { usDate } from '#shared/rules/progress.ts'
import { charactersBeyondAscii, toAscii } from './ascii.ts'
import { toHtml, toTableHtml } from './to-html.ts'

/** The note that is copied. */
export interface CopiedNote {
  version: number
  noteType: string
  status: NoteStatus
  sections: readonly { title: string; content: string }[]
  /** Titles of sections whose lines are the rows of a table. */
  tables: readonly string[]
  client: Pick<NotePage['client'], 'firstName' | 'lastName'>
  session: Pick<NotePage['session'], 'date' | 'startTime' | 'endTime' | 'durationMinutes' | 'settingType'>
  /** Name and credentials of the author as signed, else of the therapist who held the session. */
  author: string
}

const headerName = 'Header'
const wholeName = 'The whole note'

/** Renders the note as the profile copies it. A text that the EHR would reject or cut gets a `problem`. */
export function renderCopy(note: CopiedNote, profile: CopyProfile): PreparedCopy {
  const header = headerLines(note, profile).join('\n')
  const bodies = [...fieldTexts(note, profile)]
  const tables = tableLabels(note, profile)
  const htmlOf = (label: string) => (tables.has(label) ? toTableHtml : toHtml)
  const gap = profile.blankLines ? '\n\n' : '\n'
  const whole = [...(header === '' ? [] : [header]), ...bodies.map(([label, text]) => `${label}\n${text}`)].join(gap)
  const wholeHtml = [
    ...(header === '' ? [] : [toHtml(toProfileText(header, profile))]),
    ...bodies.map(([label, text]) => htmlOf(label)(toProfileText(text, profile), toProfileText(label, profile))),
  ].join('')
  const fields = [...(header === '' ? [] : [[headerName, header] as const]), ...bodies]
  return {
    version: note.version,
    profile,
    isDraft: note.status !== 'signed',
    fields: fields.map(([name, text]): CopyField => ({ name, ...toCopiedText(name, text, profile, htmlOf(name)) })),
    whole: { ...toCopiedText(wholeName, whole, profile), html: profile.html ? wholeHtml : null },
  }
}

function toCopiedText(name: string, text: string, profile: CopyProfile, html: typeof toTableHtml = toHtml): CopiedText {
  const written = toProfileText(text, profile)
  return { text: written, html: profile.html ? html(written) : null, problem: problemOf(name, written, profile) }
}

const toProfileText = (text: string, { asciiOnly }: CopyProfile) => (asciiOnly ? toAscii(text) : text)

function headerLines(note: CopiedNote, { header }: CopyProfile): string[] {
  const { client, session } = note
  const values: Record<HeaderField, string> = {
    client: `Client: ${client.firstName} ${client.lastName}`,
    date: `Date: ${usDate(session.date)}`,
    time: `Time: ${clockOf(session.startTime)} – ${clockOf(session.endTime)}`,
    duration: `Duration: ${session.durationMinutes} minutes`,
    setting: `Setting: ${session.settingType === 'telehealth' ? 'Telehealth' : 'In person'}`,
    'note type': `Note type: ${note.noteType}`,
    author: `Author: ${note.author}`,
  }
  const statusLine = draftLines[note.status]
  return [...(statusLine === null ? [] : [statusLine]), ...header.map((field) => values[field])]
}

function clockOf(time: string): string {
  const { hour, minute, half } = toClock(time)
  return `${hour}:${String(minute).padStart(2, '0')} ${half}`
}

/** The field label of each section title. */
function labelsOf({ mapping }: CopyProfile): (title: string) => string {
  const labels = new Map(mapping.map(({ section, label }) => [section.toLowerCase(), label]))
  return (title) => labels.get(title.toLowerCase()) ?? title
}

/** Finds the labels of fields that consist of tables only. */
function tableLabels({ sections, tables }: CopiedNote, profile: CopyProfile): ReadonlySet<string> {
  const labelOf = labelsOf(profile)
  const others = new Set(sections.filter(({ title }) => !tables.includes(title)).map(({ title }) => labelOf(title)))
  return new Set(tables.map(labelOf).filter((label) => !others.has(label)))
}

/** Returns the text of each field that has text, by label, in the order of the sections. */
function fieldTexts({ sections }: CopiedNote, profile: CopyProfile): Map<string, string> {
  const labelOf = labelsOf(profile)
  const texts = new Map<string, string>()
  for (const { title, content } of sections) {
    const text = bodyOf(content, profile)
    if (text === '') continue
    const label = labelOf(title)
    const before = texts.get(label)
    texts.set(label, before === undefined ? text : `${before}${profile.blankLines ? '\n\n' : '\n'}${text}`)
  }
  return texts
}

/** Formats the lines of a text: no spaces at the end, with the bullets and empty lines of the profile. */
function bodyOf(content: string, { bullets, blankLines }: CopyProfile): string {
  const lines = content
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .split('\n')
    .map((line) => withBullet(line.trimEnd(), bullets))
  const text = lines.join('\n').trim()
  return text.replaceAll(/\n{2,}/g, blankLines ? '\n\n' : '\n')
}

function withBullet(line: string, style: CopyProfile['bullets']): string {
  return line.replace(/^\s*[•·▪◦‣*–-]\s+(?=\S)/u, style === 'none' ? '' : `${style} `)
}

const listedCharacters = 5

function problemOf(name: string, text: string, { maxChars, asciiOnly }: CopyProfile): string | null {
  if (maxChars !== null && text.length > maxChars) {
    const isWhole = name === wholeName
    const [length, limit] = [text.length, maxChars].map((count) => count.toLocaleString('en-US'))
    return `${name} has ${length} characters, but the field takes ${limit}. ${isWhole ? 'Copy it field by field.' : 'Shorten it in the note.'}`
  }
  const others = asciiOnly ? charactersBeyondAscii(text) : []
  if (others.length === 0) return null
  const listed = others.slice(0, listedCharacters).join(' ')
  const more = others.length > listedCharacters ? ' and more' : ''
  return `${name} has characters that the field cannot show: ${listed}${more}. Replace them, or use another profile.`
}
