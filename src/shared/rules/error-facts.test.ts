import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { errorFacts } from './error-facts.ts'

const planted = 'Maya has thought about hurting herself since the divorce'
const ownFile = (file: string) => (file.startsWith('/app/') ? file.slice('/app/'.length) : null)

function errorWith(message: string, stack: string): Error {
  const error = new TypeError(message)
  error.stack = stack
  return error
}

describe('the facts of an error', () => {
  test('the facts of an error contain its class, its code and positions in our own files', () => {
    const error = Object.assign(
      errorWith(
        'duplicate key',
        'TypeError: duplicate key\n    at Store.save (/app/src/store.ts:12:3)\n    at async /app/src/main.ts:4:1\n    at process (node:internal/x:1:2)',
      ),
      { code: '23505' },
    )
    expect(errorFacts(error, ownFile)).toEqual([
      {
        type: 'TypeError',
        code: '23505',
        places: [
          { name: 'Store.save', file: 'src/store.ts', line: 12, column: 3 },
          { name: null, file: 'src/main.ts', line: 4, column: 1 },
        ],
      },
    ])
  })

  test('the facts of an error are parsed from stacks of Firefox and Safari too', () => {
    const error = errorWith(
      'x is null',
      'save@/app/assets/note.js:1:22\n@/app/assets/main.js:3:4\nother@https://else.test/a.js:1:1',
    )
    expect(errorFacts(error, ownFile)[0]?.places).toEqual([
      { name: 'save', file: 'assets/note.js', line: 1, column: 22 },
      { name: null, file: 'assets/main.js', line: 3, column: 4 },
    ])
  })

  test('the facts of an error include at most two of its causes', () => {
    const inner = new RangeError('inner')
    inner.cause = new Error('again', { cause: new Error('and again') })
    expect(errorFacts(new Error('outer', { cause: inner }), ownFile).map(({ type }) => type)).toEqual([
      'Error',
      'RangeError',
      'Error',
    ])
    expect(errorFacts(planted, ownFile)).toEqual([{ type: 'Error', code: null, places: [] }])
  })
})

describe('clinical text', () => {
  test('clinical text in messages, names, codes or causes is not part of the facts of an error', () => {
    const error = Object.assign(new Error(planted, { cause: new SyntaxError(`Unexpected token: ${planted}`) }), {
      name: planted,
      code: planted,
      detail: planted,
    })
    expect(JSON.stringify(errorFacts(error, ownFile))).not.toMatch(/Maya|divorce/)
  })

  test('clinical text in function names, or in messages that look like a stack, is not part of the facts of an error', () => {
    const like = `first\n    at ${planted} (/app/src/a.ts:1:2)\n    at divorce (/app/src/a.ts:1:2)`
    const error = errorWith(like, `TypeError: ${like}\n    at ${planted} (/app/src/b.ts:3:4)`)
    expect(errorFacts(error, ownFile)).toEqual([
      { type: 'TypeError', code: null, places: [{ name: null, file: 'src/b.ts', line: 3, column: 4 }] },
    ])
  })

  test('the facts of an error never contain the clinical text of its message', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (text) => {
        const error = new Error(`${text} ${planted} ${text}`)
        expect(JSON.stringify(errorFacts(error, (file) => file))).not.toContain('divorce')
      }),
    )
  })
})
