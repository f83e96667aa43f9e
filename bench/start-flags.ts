import { readFileSync } from 'node:fs'

const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))

/** The flags of V8 that `npm start` gives to node. */
export const startFlags: readonly string[] = String(scripts.start).match(/--max-\S+/g) ?? []
