import { dictionary as common } from '@zxcvbn-ts/language-common'
import { dictionary as english } from '@zxcvbn-ts/language-en'

const words = new Set<string>([common, english].flatMap((lists) => Object.values(lists).flat()).map(String))

/** A word with digits and punctuation around it, e.g. a year and '!'. */
const decoratedWord = /^[^\p{L}]{0,8}(\p{L}+)[^\p{L}]{0,8}$/u

/**
 * True for one common word with digits or punctuation around it, such as 'Summer2026!'. Attackers try these passwords
 * first.
 */
export function isCommonWord(password: string): boolean {
  const word = decoratedWord.exec(password)?.[1]?.toLowerCase()
  return word !== undefined && words.has(word)
}

/** Removes words that an attacker may know, such as the user's name or the product's. */
export function withoutKnownWords(password: string, known: readonly string[]): string {
  const parts = [...known, 'attend'].flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u))
  const longestFirst = [...new Set(parts)].filter((part) => part.length >= 3).toSorted((a, b) => b.length - a.length)
  return longestFirst.reduce((left, part) => left.replaceAll(part, ''), password.toLowerCase())
}
