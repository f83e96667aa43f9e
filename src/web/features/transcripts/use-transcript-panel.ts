import { useState } from 'react'
import { useDialog } from '#web/ui/dialog/use-dialog.ts'

/** The turn to scroll to, highlight and focus. Requests are counted, so that the same turn can be shown again. */
export type ShownTurn = { id: string | null; request: number }

/** State of the transcript panel, which opens at a turn, or with null at the first one. */
export function useTranscriptPanel() {
  const panel = useDialog()
  const [shownTurn, setShownTurn] = useState<ShownTurn>({ id: null, request: 0 })
  const show = (id: string | null) => {
    setShownTurn(({ request }) => ({ id, request: request + 1 }))
    panel.open()
  }
  return { ...panel, shownTurn, show }
}
