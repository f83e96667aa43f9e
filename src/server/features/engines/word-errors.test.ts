import { expect, test } from 'vitest'
import { countWordErrors } from './word-errors.ts'

test('countWordErrors counts wrong, missing and added words, and ignores case and punctuation', () => {
  expect(countWordErrors('How did you sleep?', 'how did you sleep')).toEqual({ wrong: 0, of: 4 })
  expect(countWordErrors('How did you sleep?', 'How did he sleep')).toEqual({ wrong: 1, of: 4 })
  expect(countWordErrors('How did you sleep?', 'did you sleep')).toEqual({ wrong: 1, of: 4 })
  expect(countWordErrors('How did you sleep?', 'So how did you sleep')).toEqual({ wrong: 1, of: 4 })
  expect(countWordErrors('How did you sleep?', '')).toEqual({ wrong: 4, of: 4 })
  expect(countWordErrors('', 'one two')).toEqual({ wrong: 2, of: 0 })
})
