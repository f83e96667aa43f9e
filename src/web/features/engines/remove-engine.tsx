import { useState } from 'react'
import type { EngineModel } from '#shared/contract/engines.ts'
import { QuestionDialog } from '#web/ui/dialog/question-dialog.tsx'
import { shownBytes } from './sizes.ts'

type Props = { model: EngineModel | null; onRemove: (model: EngineModel) => void; onCancel: () => void }

/** Asks for confirmation before the files of a model are deleted. */
export function RemoveEngine({ model, onRemove, onCancel }: Props) {
  const [shown, setShown] = useState(model)
  // The title remains while the dialog closes.
  if (model !== null && model !== shown) setShown(model)
  const results = shown?.files.some(({ name }) => name.endsWith('.gguf')) ? 'notes' : 'transcripts'
  return (
    <QuestionDialog
      title={`Remove ${shown?.name ?? ''}?`}
      text={model && `${shownBytes(model.size)} will be freed. Existing ${results} stay.`}
      confirmLabel="Remove"
      onConfirm={() => model && onRemove(model)}
      onCancel={onCancel}
    />
  )
}
