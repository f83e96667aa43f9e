import { useWindowEvent } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'

const showAfterMs = 180
const hideAfterMs = 220

type Open = { id: string | null; isPinned: boolean }

/** The sentence whose evidence is open; only one at a time. Escape closes it, wherever the focus is. */
export function useOpenSentence() {
  const [open, setOpen] = useState<Open>({ id: null, isPinned: false })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const set = (next: Open) => {
    clearTimeout(timer.current)
    setOpen(next)
  }
  const close = () => set({ id: null, isPinned: false })
  const later = (milliseconds: number, change: (old: Open) => Open) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setOpen(change), milliseconds)
  }

  useWindowEvent('keydown', (event) => {
    if (event.key !== 'Escape' || open.id === null) return
    focusSentenceOf(document.activeElement)
    close()
  })

  return {
    id: open.id,
    show: (id: string) => set({ id, isPinned: false }),
    /** A tap or Enter pins the evidence until another sentence is chosen or the user clicks elsewhere. */
    toggle: (id: string) => (open.id === id && open.isPinned ? close() : set({ id, isPinned: true })),
    close: (id: string) => {
      if (open.id === id) close()
    },
    showSoon: (id: string) => later(showAfterMs, (old) => (old.isPinned ? old : { id, isPinned: false })),
    hideSoon: () => later(hideAfterMs, (old) => (old.isPinned ? old : { id: null, isPinned: false })),
  }
}

/** Moves the focus from inside the evidence to its sentence before the evidence is unmounted. */
export function focusSentenceOf(element: Element | null): void {
  const evidence = element?.closest('[data-evidence]')
  evidence?.parentElement?.querySelector<HTMLElement>('[data-sentence]')?.focus()
}

export type OpenSentence = ReturnType<typeof useOpenSentence>
