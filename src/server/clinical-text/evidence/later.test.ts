import { expect, test } from 'vitest'
import { transcriptOf } from '../transcript.fixture.ts'
import { checkedStatement } from './evidence.ts'

/** The check of a statement that cites the first answer, with what the client says afterwards. */
const checkOf = (statement: string, first: string, later: string) =>
  checkedStatement(
    statement,
    [{ utteranceId: 'u2', quote: first }],
    transcriptOf(`T: How was the week?\nC: ${first}\nT: I see. Anything else?\nC: ${later}`),
    'Ada',
  )

test.each([
  [
    'Ada has taken her tablets every day.',
    'I have taken my tablets every day.',
    "I haven't taken my tablets since Sunday.",
  ],
  ['Ada sleeps in her own bed.', 'I sleep in my own bed again.', "I don't sleep in my own bed. I'm on the sofa."],
  ['Ada does not smoke.', "I don't smoke.", 'Well, I smoke about five a day.'],
  ['Ada enjoys the choir.', 'I enjoy the choir.', "To be honest, I don't enjoy the choir any more."],
  ['Ada has two children.', 'I have two children.', 'I said two children, but I have three children.'],
  ['Ada left her job in March.', 'I left my job in March.', 'No, wait. I left my job in May.'],
])('%s is contradicted by what the client says later', (statement, first, later) => {
  const { check, reason, besides } = checkOf(statement, first, later)
  expect({ check, reason }).toEqual({
    check: 'contradicted',
    reason: 'The client took this back later in the session.',
  })
  expect(besides).toMatchObject([{ utteranceId: 'u4' }])
})

test.each([
  ['another person', 'Ada does not smoke.', "I don't smoke.", 'My husband smokes in the garage.'],
  ['another object', 'Ada spoke to her sister.', 'I spoke to my sister.', "I didn't speak to my mother."],
  ['an earlier time', 'Ada ate breakfast.', 'I ate breakfast.', "Last month I didn't eat breakfast at all."],
  ['a condition', 'Ada takes her tablets.', 'I take my tablets.', "If I don't take my tablets, I get dizzy."],
  ['a fear', 'Ada sleeps in her own bed.', 'I sleep in my own bed.', 'I worry that I might not sleep in my own bed.'],
  [
    'a number of another thing',
    'Ada left her job in March.',
    'I left my job in March.',
    'Sorry, I left the flat in May.',
  ],
  ['another number that is no correction', 'Ada has two dogs.', 'I have two dogs.', 'I have three dogs on weekends.'],
])('later words about %s do not contradict a statement', (_, statement, first, later) => {
  expect(checkOf(statement, first, later).check).toBe('supported')
})

test('a statement that cites the later words is not contradicted by the earlier ones', () => {
  const transcript = transcriptOf(
    `T: Where do you sleep?\nC: I sleep in my own bed.\nT: Still?\nC: I don't sleep in my own bed.`,
  )
  const evidence = [{ utteranceId: 'u4', quote: "I don't sleep in my own bed." }]
  expect(checkedStatement('Ada does not sleep in her own bed.', evidence, transcript, 'Ada').check).toBe('supported')
})
