import { searchedWords, startsWithAny } from '#shared/rules/search-words.ts'
import type { Topic } from './topics.ts'

/**
 * Returns the topics that contain, for each search term, a word that begins with it. Topics with matches in the title
 * come first.
 */
export function findTopics(topics: readonly Topic[], search: string): readonly Topic[] {
  const words = searchedWords(search)
  if (words.length === 0) return topics
  const isIn = (text: string) => words.every((word) => startsWithAny(text, [word]))
  const byTitle = topics.filter(({ title }) => isIn(title))
  const byText = topics.filter((topic) => !byTitle.includes(topic) && isIn(textOf(topic)))
  return [...byTitle, ...byText]
}

function textOf({ title, paragraphs, steps = [], points = [], keys = [] }: Topic): string {
  return [title, ...paragraphs, ...steps, ...points, ...keys.flat()].join(' ')
}
