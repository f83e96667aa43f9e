import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import * as common from '@zxcvbn-ts/language-common'
import * as english from '@zxcvbn-ts/language-en'

const zxcvbn = new ZxcvbnFactory({
  dictionary: { ...common.dictionary, ...english.dictionary },
  graphs: common.adjacencyGraphs,
})

/**
 * Returns how hard a password is to guess, from 0 to 4. `personal` are words that an attacker would try first, e.g. the
 * email address.
 */
export function scorePassword(password: string, personal: readonly string[]): number {
  return zxcvbn.check(password.slice(0, 128), [...personal]).score
}
