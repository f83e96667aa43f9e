/** Pairs of words that reverse a statement if swapped. Dictionary forms. */
const pairs: readonly (readonly [string, string])[] = `
  better improve improvement ease easier : worse worsen deteriorate bad harder
  more increase rise grow higher raise above gain extra lengthen frequent often big bigger : less fewer decrease reduce fall drop cut lower below lose shrink shorten rare seldom small smaller halve
  left : right
  up : down
  up increase rise raise : down decrease reduce lower cut drop fall
  upper : lower
  early earlier soon sooner : late later
  closer near nearer : further farther away far
  always constantly every daily weekly regularly often : never sometimes rarely seldom occasionally once
  open : close shut
  start begin commence : stop quit end finish discontinue
  hot warm : cold cool
  long longer : short shorter
  slightly mildly slight mild little : severely severe extremely much very
  easy easily : hard difficult
  happy glad : sad unhappy
  love like : hate dislike
  calm calmer relaxed : angry angrier anxious agitated
  strong stronger : weak weaker
  fast faster : slow slower
  inside indoors : outside outdoors
  before : after
  double : halve half
  win : lose
  remember : forget
  accept : refuse decline reject
  first : last
  fat heavy heavier : thin light lighter
  high : low
  full : empty
  same : different
  mostly : hardly
`
  .trim()
  .split('\n')
  .map((line) => {
    const [one = '', other = ''] = line.split(':')
    return [one.trim(), other.trim()] as const
  })

const opposites = new Map<string, ReadonlySet<string>>()
for (const [one, other] of pairs)
  for (const [side, against] of [
    [one, other],
    [other, one],
  ] as const)
    for (const word of side.split(/\s+/))
      opposites.set(word, new Set([...(opposites.get(word) ?? []), ...against.split(/\s+/)]))

/** The words that would reverse a statement with this word; undefined if there are none. */
export function oppositesOf(word: string): ReadonlySet<string> | undefined {
  return opposites.get(word)
}
