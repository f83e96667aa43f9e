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

/** Hashes in the PHC string format. A few run at a time, so that sign-ins cannot take all memory. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await inTurn(() => derive('argon2id', { message: password, nonce, ...cost }))
  return `$argon2id$v=19$${parameters}$${nonce.toString('base64url')}$${tag.toString('base64url')}`
}

export async function verifyPassword({ hash, password }: { hash: string; password: string }): Promise<boolean> {
  const [, kind, , used, nonce, tag] = hash.split('$')
  if (kind !== 'argon2id' || used !== parameters || !nonce || !tag) return false
  const expected = Buffer.from(tag, 'base64url')
  const given = await inTurn(() =>
    derive('argon2id', { message: password, nonce: Buffer.from(nonce, 'base64url'), ...cost }),
  )
  return expected.length === given.length && timingSafeEqual(expected, given)
}

const shortest = 6
const strength = new ZxcvbnFactory({ dictionary: { ...common, ...english }, graphs: adjacencyGraphs })

/** Rated prefix: zxcvbn takes seconds for long passwords with substituted letters, and 40 characters decide. */
const judged = 40

/**
 * Why a password is refused (D24): at least 6 characters, a zxcvbn score of 2 or more, and more than one common
 * word. It must be so without the words that others know of the person.
 */
export function passwordFault(password: string, known: readonly string[] = []): ErrorCode | undefined {
  if (password.length < shortest) return 'password_short'
  const given = password.slice(0, judged)
  return isWeak(given) || isWeak(withoutKnownWords(given, known)) ? 'password_weak' : undefined
}

function isWeak(password: string): boolean {
  return password.length < shortest || isCommonWord(password) || strength.check(password).score < 2
}

const atOnce = 2
let running = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) await new Promise<void>((start) => waiting.push(start))
  running++
  try {
    return await work()
  } finally {
    running--
    waiting.shift()?.()
  }
}
