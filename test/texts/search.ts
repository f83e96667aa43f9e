import { errors } from '#shared/contract/errors.ts'
import { withoutNames, writtenTexts } from './written-texts.ts'

/** Texts that a specification quotes, to the letter, by section. */
export type SpecifiedTexts = Readonly<Record<number, readonly SpecifiedText[]>>

/** `...`, `{name}` and the single letters N, X and Y are placeholders. */
type SpecifiedText = string | readonly [text: string, where: Where]

/** Where to search for a common text, and how the product writes a text that it has to write differently. */
interface Where {
  /** Folder or file name of the source to search, if other sources contain the same text. */
  in?: string
  /** Folder or file name of the test to search. */
  test?: string
  /** How the product writes the text. */
  as?: string
}

const errorList = 'src/shared/contract/errors.ts'
const isTest = (path: string) => /\.test\.tsx?$|^test\/|^src\/web\/testing\//.test(path)
const tests = [...writtenTexts].filter(([path]) => isTest(path))
const sources = [...writtenTexts].filter(([path]) => !isTest(path))
const failing = sources.filter(([path]) => !path.startsWith('src/shared/'))

/**
 * 'source' if no product file shows the text, 'test' if no test expects it. A sentence of the error list counts as shown when the
 * server fails with its code, and a test may expect the code. A test of the server does not count for a text of the pages.
 */
export function findMissing(specified: SpecifiedText): ('source' | 'test')[] {
  const [text, where] = typeof specified === 'string' ? [specified, {}] : specified
  const pattern = patternOf(where.as ?? text)
  const codes = new Set(
    Object.entries(errors)
      .filter(([, [, sentence]]) => pattern.test(withoutNames(sentence)))
      .map(([code]) => code),
  )
  const has = (texts: readonly string[]) => texts.some((each) => codes.has(each))
  const isUsed = failing.some(([, texts]) => has(texts))
  const shownIn = sources
    .filter(
      ([path, texts]) =>
        isIn(path, where.in) && (path !== errorList || isUsed) && texts.some((each) => pattern.test(each)),
    )
    .map(([path]) => path)
  const isOfPage = shownIn.every((path) => path.startsWith('src/web/'))
  const isExpected = tests
    .filter(([path]) => isIn(path, where.test) && !(isOfPage && path.startsWith('src/server/')))
    .some(([, texts]) => has(texts) || texts.some((each) => pattern.test(each)))
  return [...(shownIn.length > 0 ? [] : (['source'] as const)), ...(isExpected ? [] : (['test'] as const))]
}

/** The product files that contain a text, possibly within a longer one. */
export function findSources(text: string): string[] {
  const fixed = escapeRegExp(text.replace(/: \.\.\.$/, ''))
  const pattern = new RegExp(`(?<!\\w)${fixed}(?!\\w|\\. [A-Z])`)
  return sources.filter(([, texts]) => texts.some((each) => pattern.test(each))).map(([path]) => path)
}

function isIn(path: string, part: string | undefined): boolean {
  return part === undefined || path.split(/[/.]/).includes(part)
}

/** Matches the whole text. A placeholder matches any text, and ': ' with a reason may follow. */
function patternOf(text: string): RegExp {
  const body = withoutNames(text)
    .replace(/: (\.\.\.)?(?=\)|$)/, ': {}')
    .replaceAll(/\b[NXY]\b/g, '{}')
  return new RegExp(`^${escapeRegExp(body).replaceAll('{}', '.*')}(: .*)?$`)
}

function escapeRegExp(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]|]/g, '\\$&')
}
