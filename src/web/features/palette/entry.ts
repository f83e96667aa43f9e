import type { Icon } from '@tabler/icons-react'
import type { Findable } from './find-entries.ts'

/** An entry of the palette with its action. */
export interface Entry extends Findable {
  id: string
  /** A second, quieter line. */
  about?: string
  Icon: Icon
  /** Called once the palette has closed. */
  run: () => void
}

/** Entries under one heading. */
export interface EntryGroup {
  name: string
  entries: readonly Entry[]
}
