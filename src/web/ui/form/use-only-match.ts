import { type KeyboardEvent, useEffect, useRef } from 'react'

type Options<Match> = {
  found: readonly Match[]
  /** True while the results for the typed text are loading. Enter then chooses once they are there. */
  isStale: boolean
  onChoose: (match: Match) => void
}

/** Returns a key handler for a search field with which Enter chooses the only match. */
export function useOnlyMatch<Match>({ found, isStale, onChoose }: Options<Match>) {
  const isAsked = useRef(false)
  const chooseOnly = () => {
    isAsked.current = false
    const [match] = found
    if (match !== undefined && found.length === 1) onChoose(match)
  }
  useEffect(() => {
    if (isAsked.current && !isStale) chooseOnly()
  })

  return (event: KeyboardEvent<HTMLInputElement>) => {
    const isEnter = event.key === 'Enter' && !event.nativeEvent.isComposing
    // The select itself chooses a highlighted option. With a closed list, Enter submits the form.
    if (isEnter && (isClosed(event.currentTarget) || hasHighlight(event.currentTarget))) return
    if (isEnter) event.preventDefault()
    isAsked.current = isEnter && isStale
    if (isEnter && !isStale) chooseOnly()
  }
}

function isClosed(field: HTMLInputElement): boolean {
  return field.getAttribute('aria-expanded') === 'false'
}

function hasHighlight(field: HTMLInputElement): boolean {
  const list = document.getElementById(field.getAttribute('aria-controls') ?? '')
  return list?.querySelector('[data-combobox-selected]') != null
}
