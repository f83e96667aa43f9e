import { type ComponentType, type ComponentProps, useRef, useState } from 'react'
import { captureError } from '#web/api/error-reports.ts'
import { NotLoaded } from '#web/ui/dialog/lazy-dialog.tsx'
import { ClientSearchInput } from './client-search-input.tsx'
import type ClientSearchResults from './client-search-results.tsx'

type Results = ComponentType<ComponentProps<typeof ClientSearchResults>>

/** Finds a client by name and opens the client's page. The list of results loads when the field is first used. */
export function ClientSearch({ className }: { className?: string | undefined }) {
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [loaded, setLoaded] = useState<{ Results: Results; hasFocus: boolean } | null>(null)
  const [failure, setFailure] = useState<{ error: unknown } | null>(null)
  const load = async () => {
    setFailure(null)
    try {
      const { default: Results } = await import('./client-search-results.tsx')
      setLoaded({ Results, hasFocus: document.activeElement === input.current })
    } catch (error) {
      captureError(error)
      setFailure({ error })
    }
  }
  if (loaded) {
    return <loaded.Results className={className} text={text} onType={setText} hasFocus={loaded.hasFocus} />
  }
  return (
    <>
      <ClientSearchInput ref={input} className={className} text={text} onType={setText} onFocus={() => void load()} />
      {failure && <NotLoaded error={failure.error} onRetry={() => void load()} onClose={() => setFailure(null)} />}
    </>
  )
}
