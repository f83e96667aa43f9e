import { readdir, readFile } from 'node:fs/promises'
import { readExchanges, readScript, type Turn } from './script.ts'
import type { Theme } from './themes.ts'

export type Exchange = readonly Turn[]

/** All dialogue of the demo practice. */
export interface Library {
  dialogue(theme: Theme): readonly Turn[]
  /**
   * Returns short exchanges: those of a theme after its method has started (may be empty), or those of every session.
   */
  exchanges(name: Theme | 'openings' | 'early' | 'everyday' | 'closings'): readonly Exchange[]
}

export async function readLibrary(): Promise<Library> {
  const [dialogues, exchanges] = await Promise.all([
    readFolder('dialogues', readScript),
    readFolder('follow-ups', readExchanges),
  ])
  return {
    dialogue: (theme) => dialogues.get(theme) ?? [],
    exchanges: (name) => exchanges.get(name) ?? [],
  }
}

async function readFolder<T>(name: string, read: (text: string) => T): Promise<ReadonlyMap<string, T>> {
  const folder = new URL(`./${name}/`, import.meta.url)
  const files = await readdir(folder)
  const texts = await Promise.all(files.map((file) => readFile(new URL(file, folder), 'utf8')))
  return new Map(texts.map((text, index) => [files[index]?.replace('.txt', '') ?? '', read(text)]))
}
