import { type KeyboardEvent, useEffect, useRef } from 'react'

type Options<Match> = {
  found: readonly Match[]
  /** True while the results for the typed text are loading. */
  isStale: boolean
  /** Loads the results for the typed text immediately. Enter chooses from them, even if the field has lost focus. */
  load: () => Promise<readonly Match[]>
  onChoose: (match: Match) => void
}

/** Returns a key handler for a search field with which Enter chooses the only match. Typing on cancels a choice that loads. */
export function useOnlyMatch<Match>({ found, isStale, load, onChoose }: Options<Match>) {
  const keys = useRef(0)
  useEffect(
    () => () => {
      keys.current += 1
    },
    [],
  )
  const chooseOnly = (matches: readonly Match[]) => {
    const [match] = matches
    if (match !== undefined && matches.length === 1) onChoose(match)
  }

  return (event: KeyboardEvent<HTMLInputElement>) => {
    const isEnter = event.key === 'Enter' && !event.nativeEvent.isComposing
    // Tab leaves the field and does not change the text.
    if (!isEnter && event.key !== 'Tab') keys.current += 1
    // The select itself chooses a highlighted option. With a closed list, Enter submits the form.
    if (!isEnter || isClosed(event.currentTarget) || hasHighlight(event.currentTarget)) return
    event.preventDefault()
    if (!isStale) return chooseOnly(found)
    const asked = keys.current
    void load().then(
      (matches) => asked === keys.current && chooseOnly(matches),
      // The list loads the same results, and shows why that failed.
      () => undefined,
    )
  }
}

function isClosed(field: HTMLInputElement): boolean {
  return field.getAttribute('aria-expanded') === 'false'
}

function hasHighlight(field: HTMLInputElement): boolean {
  const list = document.getElementById(field.getAttribute('aria-controls') ?? '')
  return list?.querySelector('[data-combobox-selected]') != null
}
