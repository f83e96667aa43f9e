/** An issue of this project (spec admin §3). */
export interface ChangelogItem {
  id: string
  title: string
  summary: string
  priority: (typeof priorities)[number]
  type: (typeof types)[number]
  /** URL of the issue in Linear; null if it has none. */
  url: string | null
  /** The completed sub-issues. */
  subIssues: { id: string; title: string }[]
}

export interface ChangelogDay {
  /** Date of the day as `yyyy-MM-dd`. */
  date: string
  mainItems: ChangelogItem[]
  /** Number of completed sub-issues; 1 for an issue without sub-issues. */
  totalIssuesCompleted: number
  keyAchievements: string[]
}

export const priorities = ['Urgent', 'High', 'Medium', 'Low'] as const
export const types = ['Feature', 'Improvement', 'Fix'] as const

const headingPattern = /^(?:\[([A-Z]+-\d+)\]\((https:\/\/linear\.app\/[^\s()]+)\)|([A-Z]+-\d+)): (\S.*)$/
const kindPattern = /^(\w+), (\w+) priority$/
const partPattern = /^([A-Z]+-\d+\.\d+): (\S.*)$/

/**
 * Parses `CHANGELOG.md`, whose introduction describes the format. @throws Error that names the part in another format
 */
export function readChangelog(text: string): ChangelogDay[] {
  const days = divide(text, '## ').map(readDay)
  const dates = days.map(({ date }) => date)
  if (dates.some((date, at) => at > 0 && date >= (dates[at - 1] ?? ''))) throw wrong('the order of days', dates.join())
  return days
}

function readDay({ title: date, body }: Part): ChangelogDay {
  if (new Date(date).toJSON()?.slice(0, 10) !== date) throw wrong('a day', date)
  const [achievements, ...issues] = divide(body, '### ')
  if (achievements?.title !== 'Key achievements') throw wrong('the key achievements of a day', date)
  const mainItems = issues.map(readItem)
  return {
    date,
    mainItems,
    totalIssuesCompleted: mainItems.reduce((sum, { subIssues }) => sum + Math.max(1, subIssues.length), 0),
    keyAchievements: listOf(achievements.body),
  }
}

function readItem({ title: line, body }: Part): ChangelogItem {
  const [, linkedId, url = null, plainId, title] = headingPattern.exec(line) ?? []
  const id = linkedId ?? plainId
  const blocks = body.split(/\n{2,}/).filter((block) => block !== '')
  const [, typeName, priorityName] = kindPattern.exec(blocks.shift() ?? '') ?? []
  const type = types.find((name) => name === typeName)
  const priority = priorities.find((name) => name.toLowerCase() === priorityName)
  if (id === undefined || title === undefined || !type || !priority) throw wrong('an issue', line)
  const list = blocks.at(-1)?.startsWith('- ') ? blocks.pop() : undefined
  const summary = blocks.map(joinLines).join('\n')
  if (summary === '') throw wrong('the summary of an issue', line)
  const subIssues = (list === undefined ? [] : listOf(list)).map((entry) => {
    const [, partId, partTitle] = partPattern.exec(entry) ?? []
    if (!partId?.startsWith(`${id}.`) || partTitle === undefined) throw wrong('a part of an issue', entry)
    return { id: partId, title: partTitle }
  })
  return { id, title, summary, priority, type, url, subIssues }
}

interface Part {
  title: string
  body: string
}

/** Splits a text at headings of one level. Text before the first heading is dropped. */
function divide(text: string, mark: string): Part[] {
  const [, ...parts] = `\n${text.replaceAll('\r\n', '\n')}`.split(`\n${mark}`)
  return parts.map((whole) => {
    const [title = '', ...lines] = whole.split('\n')
    return { title: title.trim(), body: lines.join('\n').trim() }
  })
}

/** Returns list items, each joined into one line. */
function listOf(text: string): string[] {
  if (!text.startsWith('- ')) throw wrong('a list', text)
  return text.slice(2).split('\n- ').map(joinLines)
}

function joinLines(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ').trim()
}

function wrong(what: string, found: string): Error {
  return new Error(`CHANGELOG.md: ${what} has another form: ${found.slice(0, 80)}`)
}
