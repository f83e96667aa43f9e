import { useState } from 'react'

/** Whether the form of a record is open, and whether it was: then the edit button takes the focus back. */
export function useEditing() {
  const [state, setState] = useState({ isEditing: false, hasEdited: false })
  return {
    ...state,
    start: () => setState({ isEditing: true, hasEdited: true }),
    stop: () => setState((old) => ({ ...old, isEditing: false })),
  }
}

export type Editing = ReturnType<typeof useEditing>
