import { describe, expect, test } from 'vitest'
import whole from '../../../../CHANGELOG.md?raw'
import { readChangelog } from './read-changelog.ts'

const issue = `### ATT-7: A title: with a colon

Fix, low priority

A summary that
is wrapped.

- ATT-7.1: One part
  that is wrapped
- ATT-7.2: Another`
const day = `## 2026-03-02

### Key achievements

- Quick
- Quiet

${issue}
`
const text = `# Changelog\n\nAn introduction.\n\n${day}`

describe('readChangelog', () => {
  test('readChangelog reads days with achievements and issues', () => {
    expect(readChangelog(text)).toEqual([
      {
        date: '2026-03-02',
        keyAchievements: ['Quick', 'Quiet'],
        totalIssuesCompleted: 2,
        mainItems: [
          {
            id: 'ATT-7',
            title: 'A title: with a colon',
            summary: 'A summary that is wrapped.',
            type: 'Fix',
            priority: 'Low',
            url: null,
            subIssues: [
              { id: 'ATT-7.1', title: 'One part that is wrapped' },
              { id: 'ATT-7.2', title: 'Another' },
            ],
          },
        ],
      },
    ])
  })

  test('readChangelog counts an issue without sub-issues as one, and reads its Linear address', () => {
    const linked = '### [ATT-8](https://linear.app/attend/issue/ATT-8): Linked\n\nFeature, urgent priority\n\nDone.\n'
    const [first] = readChangelog(`${text}\n${linked}`)
    expect(first?.totalIssuesCompleted).toBe(3)
    expect(first?.mainItems[1]).toMatchObject({
      id: 'ATT-8',
      url: 'https://linear.app/attend/issue/ATT-8',
      subIssues: [],
    })
  })

  test('readChangelog accepts Windows line endings', () => {
    expect(readChangelog(text.replaceAll('\n', '\r\n'))).toEqual(readChangelog(text))
  })

  test.each([
    ['a day that does not exist', text.replace('2026-03-02', '2026-02-30')],
    ['a day in words', text.replace('2026-03-02', 'March 2')],
    ['days in ascending order', `${text}\n${day.replace('2026-03-02', '2026-03-03')}`],
    ['the same day twice', `${text}\n${day}`],
    ['no achievements', text.replace('### Key achievements\n\n- Quick\n- Quiet\n', '')],
    ['an issue without an id', text.replace('ATT-7: A', 'A')],
    ['a link that is not secure', text.replace('ATT-7: A', '[ATT-7](http://linear.app/x): A')],
    ['a link that is a script', text.replace('ATT-7: A', '[ATT-7](javascript:alert): A')],
    ['a link to another tracker', text.replace('ATT-7: A', '[ATT-7](https://tracker.example/7): A')],
    ['an unknown type', text.replace('Fix,', 'Chore,')],
    ['an unknown priority', text.replace('low', 'lowest')],
    ['no summary', text.replace('A summary that\nis wrapped.\n\n', '')],
    ['a part of another issue', text.replace('ATT-7.2', 'ATT-9.2')],
    ['a part without an id', text.replace('ATT-7.2: ', '')],
  ])('readChangelog rejects a changelog with %s', (_, changed) => {
    expect(changed).not.toBe(text)
    expect(() => readChangelog(changed)).toThrow(/^CHANGELOG\.md: .* has another form: /)
  })
})

describe('the changelog of this project', () => {
  const days = readChangelog(whole)

  test("the project's changelog can be parsed", () => {
    expect(days.length).toBeGreaterThan(0)
    for (const { mainItems, keyAchievements } of days) {
      expect(mainItems.length).toBeGreaterThan(0)
      expect(keyAchievements.length).toBeGreaterThan(0)
    }
  })

  test("the project's changelog names every issue and sub-issue of a day once", () => {
    for (const { mainItems } of days) {
      const ids = mainItems.flatMap(({ id, subIssues }) => [id, ...subIssues.map((sub) => sub.id)])
      expect(new Set(ids).size).toBe(ids.length)
    }
  })
})
