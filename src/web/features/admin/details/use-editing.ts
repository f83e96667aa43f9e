import { useState } from 'react'

/**
 * State of a record's form. `hasEdited` is true once it was opened, so that the edit button takes the focus when it
 * closes.
 */
export function useEditing() {
  const [state, setState] = useState({ isEditing: false, hasEdited: false })
  return {
    ...state,
    start: () => setState({ isEditing: true, hasEdited: true }),
    stop: () => setState((old) => ({ ...old, isEditing: false })),
  }
}

export type Editing = ReturnType<typeof useEditing>
