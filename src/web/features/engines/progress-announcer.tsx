import { VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import type { EngineModel, Engines } from '#shared/contract/engines.ts'
import { modelsOf } from './use-engines.ts'

/** Announces the progress of downloads to screen readers at 25, 50, 75 and 100 %. */
export function ProgressAnnouncer({ engines }: { engines: Engines }) {
  const [last, setLast] = useState<{ id: string; name: string } | null>(null)
  const models = modelsOf(engines)
  const current = models.find(({ state }) => state === 'downloading')
  if (current && current.id !== last?.id) setLast({ id: current.id, name: current.name })
  const announced = current ?? models.find(({ id }) => id === last?.id)
  return (
    <VisuallyHidden>
      <output>{announced ? announcement(announced) : ''}</output>
    </VisuallyHidden>
  )
}

function announcement({ name, state, bytes, size }: EngineModel): string {
  if (state === 'installed' || state === 'active') return `${name}: 100% downloaded`
  const quarter = Math.floor((bytes / size) * 4) * 25
  return state === 'downloading' && quarter > 0 ? `${name}: ${quarter}% downloaded` : ''
}
