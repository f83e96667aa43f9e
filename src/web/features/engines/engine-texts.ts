import type { EngineGroup, EngineKind, EngineModel } from '#shared/contract/engines.ts'

export const kindTexts: Readonly<Record<EngineKind, { name: string; purpose: string }>> = {
  speech: { name: 'Speech', purpose: 'Turns recordings into text' },
  speakers: { name: 'Speakers', purpose: 'Identifies who is speaking' },
  language: { name: 'Language model', purpose: 'Drafts the note from the transcript' },
}

/** Names the active model of a collapsed group. */
export function activeText({ models, decidedBy }: EngineGroup): string {
  const active = models.find(({ isActive }) => isActive)
  if (active) return `${active.name}, active`
  return decidedBy === null ? 'Not installed' : `Set by ${decidedBy}`
}

/** Explains why no model of a group can be chosen on this page. */
export const decidedText = (setting: string): string =>
  `The setting ${setting} decides which engine is used. Change or remove it there and restart Attend.`

/** True if there is too little free memory to use the model, which is not active yet. */
export const isTooLarge = ({ state, fits }: EngineModel): boolean =>
  !fits && (state === 'absent' || state === 'installed')

/** True while a download is in progress or paused. */
export const isArriving = ({ state }: EngineModel): boolean =>
  state === 'downloading' || state === 'offline' || state === 'paused'
