import { month } from './tense.ts'

const numbers =
  'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|\\d+'
const days = '(?:mon|tues|wednes|thurs|fri|satur|sun)day'
const repairPattern = String.raw`(?:[\s,.…–—-]*\b(?:uh|um|er|oh)\b)*\s*[,.…–—-]+\s*\b(?:well,? no|no|sorry|no,? sorry|wait|wait,? no|i mean|or rather|make that|actually)\b[\s,.…–—-]*(?:sorry\b[\s,]*)?(?:it (?:was|is)|it['’]s|on|in|at)?\s*`

const repaired = [numbers, days, month].map(
  (kind) =>
    new RegExp(
      String.raw`\b(?:${kind})(?:[ -](?:${kind}))?(?: (?:weeks?|days?|months?|years?|hours?|minutes?))?\b${repairPattern}(?=(?:\w+ )?(?:${kind})\b)`,
      'gi',
    ),
)

/** Removes numbers, days and months that the speaker corrected immediately: `two weeks, no, three weeks`. */
export function withoutRepairs(text: string): string {
  return repaired.reduce((rest, pattern) => rest.replace(pattern, ' '), text)
}
