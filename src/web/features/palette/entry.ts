import type { Icon } from '@tabler/icons-react'
import type { Findable } from './find-entries.ts'

/** An entry of the command palette with its action. */
export interface Entry extends Findable {
  id: string
  /** A second line in a muted color. */
  about?: string
  Icon: Icon
  /** Called after the palette has closed. */
  run: () => void
}

/** A group of entries with a heading. */
export interface EntryGroup {
  name: string
  entries: readonly Entry[]
}
