import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common'
import { dictionary as english } from '@zxcvbn-ts/language-en'
import type { ErrorCode } from '#shared/contract/errors.ts'
import { isCommonWord, withoutKnownWords } from './common-password.ts'

const derive = promisify(argon2)

/** OWASP password storage cheat sheet, Argon2id: 19 MiB, two passes, one lane. */
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }
const parameters = `m=${cost.memory},t=${cost.passes},p=${cost.parallelism}`

/** Hashes in the PHC string format. Concurrency is limited, so sign-ins cannot exhaust memory. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await limited(() => derive('argon2id', { message: password, nonce, ...cost }))
  return `$argon2id$v=19$${parameters}$${nonce.toString('base64url')}$${tag.toString('base64url')}`
}

export async function verifyPassword({ hash, password }: { hash: string; password: string }): Promise<boolean> {
  const [, kind, , used, nonce, tag] = hash.split('$')
  if (kind !== 'argon2id' || used !== parameters || !nonce || !tag) return false
  const expected = Buffer.from(tag, 'base64url')
  const given = await limited(() =>
    derive('argon2id', { message: password, nonce: Buffer.from(nonce, 'base64url'), ...cost }),
  )
  return expected.length === given.length && timingSafeEqual(expected, given)
}

const minLength = 6
const strength = new ZxcvbnFactory({ dictionary: { ...common, ...english }, graphs: adjacencyGraphs })

/** Rated prefix: zxcvbn takes seconds for long passwords with substituted letters, and 40 characters are enough. */
const ratedLength = 40

/**
 * Why a password is rejected (D24): it needs 6 characters, a zxcvbn score of 2, and more than one common word.
 * It must pass without words that others know about the person.
 */
export function passwordError(password: string, known: readonly string[] = []): ErrorCode | undefined {
  if (password.length < minLength) return 'password_short'
  const given = password.slice(0, ratedLength)
  return isWeak(given) || isWeak(withoutKnownWords(given, known)) ? 'password_weak' : undefined
}

function isWeak(password: string): boolean {
  return password.length < minLength || isCommonWord(password) || strength.check(password).score < 2
}

const maxConcurrent = 2
let running = 0
const waiting: (() => void)[] = []

async function limited<T>(work: () => Promise<T>): Promise<T> {
  if (running >= maxConcurrent) await new Promise<void>((start) => waiting.push(start))
  running++
  try {
    return await work()
  } finally {
    running--
    waiting.shift()?.()
  }
}
