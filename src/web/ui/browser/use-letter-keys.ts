import { useSingleKeys } from '#web/ui/browser/single-keys.ts'
import { fields, useKeyDown } from '#web/ui/browser/use-key-down.ts'
import { isDialogOpen } from '#web/ui/dialog/use-dialog.ts'

const excluded = `${fields}, [role="menu"], [role="dialog"], [role="combobox"], [data-beside]`
const pressable = 'button, a, [role="button"]'

/** Actions by key: a letter, or ` ` for Space. `undo` is Ctrl Z or Cmd Z. */
export type LetterKeys = Partial<Record<string, () => void>> & { undo?: () => void }

/**
 * The letter keys of a page. They work while the focus is neither in a text field nor in the panel beside the page and
 * no dialog is open, unless they are turned off in Settings.
 */
export function useLetterKeys(keys: LetterKeys, isActive: boolean): void {
  const [hasSingleKeys] = useSingleKeys()
  useKeyDown((event) => {
    const { key, target } = event
    if (!isActive || event.defaultPrevented || event.altKey || event.repeat || isDialogOpen()) return
    if (!(target instanceof Element) || target.closest(excluded)) return
    const isUndo = (event.ctrlKey || event.metaKey) && key.toLowerCase() === 'z'
    if (event.ctrlKey || event.metaKey ? !isUndo : !hasSingleKeys) return
    // Space presses a focused button.
    if (key === ' ' && target.closest(pressable)) return
    const action = isUndo ? keys.undo : keys[key.toLowerCase()]
    if (!action) return
    event.preventDefault()
    action()
  })
}
