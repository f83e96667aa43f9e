import { isDay } from '#shared/rules/calendar.ts'
import { heldAtFault } from '#shared/rules/held-at.ts'
import { localDateTime } from '#shared/rules/local-time.ts'

/** Session date found in a file. The time may be unknown. */
export type FileDate = { date: string; startTime: string | null }

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

const numericPattern =
  /(?<!\d)(20\d\d)([-_. ]?)(0[1-9]|1[0-2])\2([0-3]\d)(?:(?:T|[-_ ,.]|at)+([01]\d|2[0-3])([-_.:h]?)([0-5]\d)(?:\6[0-5]\d)?)?(?!\d)/
const americanPattern =
  /(?<!\d)(0?[1-9]|1[0-2])([-/.])([0-3]?\d)\2(20\d\d)(?:[, ]+(?:at )?(\d{1,2}):([0-5]\d)(?::[0-5]\d)?\s*([ap])?\.?m?\.?)?(?!\d)/i
const writtenPattern =
  /\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? ([0-3]?\d)(?:st|nd|rd|th)?,? (20\d\d)(?:[, ]+(?:at )?(\d{1,2}):([0-5]\d)(?::[0-5]\d)?\s*([ap])?\.?m?\.?)?/i

/** Number of bytes that are read at the beginning and at the end of a file. */
const inspectedBytes = 256 * 1024

/**
 * Returns the session date of a file, from its name, the first lines of a text, or the recorder's clock in an MP4 or
 * M4A file. Null if no date is found, or if the date is impossible.
 * @param timeZone of the therapist
 */
export async function dateOfFile(file: File, timeZone: string, now = new Date()): Promise<FileDate | null> {
  const found = dateIn(file.name, timeZone) ?? (await dateInside(file, timeZone))
  if (!found || !isDay(found.date)) return null
  const isPossible = (startTime: string) => heldAtFault({ date: found.date, startTime }, now, timeZone) === null
  if (found.startTime !== null && isPossible(found.startTime)) return found
  return isPossible('00:00') ? { ...found, startTime: null } : null
}

async function dateInside(file: File, timeZone: string): Promise<FileDate | null> {
  if (/\.(?:txt|vtt|srt|csv|tsv|json)\s*$/i.test(file.name)) return dateIn(await file.slice(0, 600).text(), timeZone)
  if (!/\.(?:m4a|mp4|mov)\s*$/i.test(file.name)) return null
  for (const part of [file.slice(0, inspectedBytes), file.slice(-inspectedBytes)]) {
    const created = creationTime(new DataView(await part.arrayBuffer()))
    if (created) return local(created, timeZone)
  }
  return null
}

/** Returns the first date in a text, in one of the usual formats. */
export function dateIn(text: string, timeZone: string): FileDate | null {
  const [whole, year = '', , month = '', day = '', hour, , minute] = numericPattern.exec(text) ?? []
  if (whole !== undefined) {
    const date = `${year}-${month}-${day}`
    // Zoom writes GMT times into file names.
    if (hour !== undefined && minute !== undefined && text.includes(`GMT${whole}`))
      return local(new Date(`${date}T${hour}:${minute}:00Z`), timeZone)
    return { date, startTime: hour === undefined || minute === undefined ? null : `${hour}:${minute}` }
  }
  const words = writtenPattern.exec(text)
  if (words) {
    const [, name = '', monthDay = '', of = '', ...time] = words
    return dated(of, months.indexOf(name.toLowerCase()) + 1, monthDay, time)
  }
  const slashes = americanPattern.exec(text)
  if (!slashes) return null
  const [, number = '', , monthDay = '', of = '', ...time] = slashes
  return dated(of, Number(number), monthDay, time)
}

function dated(year: string, month: number, day: string, [hour, minute, half]: (string | undefined)[]): FileDate {
  const date = `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`
  if (hour === undefined || minute === undefined || Number(hour) > 23) return { date, startTime: null }
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  return { date, startTime: `${String(hours).padStart(2, '0')}:${minute}` }
}

function local(moment: Date, timeZone: string): FileDate | null {
  if (Number.isNaN(moment.getTime())) return null
  const { date, time } = localDateTime(moment, timeZone)
  return { date, startTime: time }
}

/** Seconds between 1904, the epoch of MP4, and 1970. */
const epochSeconds = 2_082_844_800

/**
 * Returns the creation time in the movie header (`mvhd`) of an MP4 file (ISO 14496-12, 8.2.2), if this part of the file
 * contains it.
 */
function creationTime(part: DataView): Date | null {
  const name = 0x6d766864
  for (let at = 0; at + 16 < part.byteLength; at += 1) {
    if (part.getUint32(at) !== name) continue
    const version = part.getUint8(at + 4)
    const seconds = version === 1 ? Number(part.getBigUint64(at + 8)) : part.getUint32(at + 8)
    return seconds > epochSeconds ? new Date((seconds - epochSeconds) * 1000) : null
  }
  return null
}
