const datePattern = String.raw`(?:(?:\d{4}-\d{2}-\d{2}|\d{1,2}[/.]\d{1,2}[/.](?:\d{4}|\d{2})),?(?:[T ]\s*))?`
/** Matches `0h0m12s`. */
const unitsPattern = String.raw`(?:\d{1,2}h)?\d{1,3}m\d{1,2}(?:[.,]\d{1,6})?s\b`
const clockPattern = String.raw`${datePattern}(\d{1,3}:\d{2}(?::\d{2})?(?:[.,]\d{1,6})?(?:\s?[AaPp]\.?[Mm]\b\.?)?|${unitsPattern})Z?`
/** Frames of a film (`00:00:03:12`) are less than a second. */
const framesPattern = String.raw`(?::\d{2})?`

/** A time as exports write it, in brackets or not, with or without a date. Its only group is the text for `secondsOf`. */
export const time = String.raw`[[(]?${clockPattern}${framesPattern}[\])]?(?!:?\d)`

/** A time or a range of two. Its first group is the first time. */
export const timeAlone = new RegExp(String.raw`^${time}(?:\s*[-–—]\s*${time})?$`)

/** A time, or a range of two, and what separates them from the speaker or the text. */
export const timeFirst = new RegExp(
  String.raw`^(?<open>[[(]?)${clockPattern}${framesPattern}(?:\s*[-–—]\s*${clockPattern}${framesPattern})?[\])]?(?!:?\d)\s*(?:[-–—|]\s*)?(?=\S)`,
)

/** A time in brackets at the start of what a speaker says. */
export const timeInText = new RegExp(
  String.raw`^(?:\[${clockPattern}${framesPattern}\]|\(${clockPattern}${framesPattern}\))\s*`,
)

/**
 * Parses `1:02:03.5`, `0:0:0.0`, `02:03,500`, `0:12`, `0h0m12s`, `2:03:22 PM` or `2:03 PM` to seconds; null if it is not a time.
 */
export function secondsOf(text: string): number | null {
  const match = /^(?:(\d{1,3})[:h])?(\d{1,3})[:m](\d{1,2}(?:[.,]\d{1,6})?)(?:s|\s*([ap])\.?m\.?)?$/i.exec(text.trim())
  if (!match) return null
  const [, first, second, last = '0', half] = match
  const numbers = [Number(first ?? 0), Number(second), Number(last.replace(',', '.'))] as const
  if (half === undefined) return numbers[0] * 3600 + numbers[1] * 60 + numbers[2]
  const [hours, minutes, seconds] = first === undefined ? [numbers[1], numbers[2], 0] : numbers
  return ((hours % 12) + (half.toLowerCase() === 'p' ? 12 : 0)) * 3600 + minutes * 60 + seconds
}

/** Seconds of `2 minutes 3 seconds`, as Teams writes for screen readers; null if it is not such a time. */
export function spokenSeconds(text: string): number | null {
  const match = /^(?:(\d{1,2}) hours? )?(\d{1,3}) minutes?(?: (\d{1,2}) seconds?)?$/.exec(text)
  return match && Number(match[1] ?? 0) * 3600 + Number(match[2]) * 60 + Number(match[3] ?? 0)
}

/** True if nearly all times are in order, as in a transcript. Times of day may pass noon or midnight once. */
export function areAscending(times: readonly number[]): boolean {
  const falls = times.filter((seconds, at) => at > 0 && seconds < (times[at - 1] ?? 0)).length
  return times.length > 1 && falls <= Math.max(1, times.length * 0.1) && (times.length > 2 || falls === 0)
}
