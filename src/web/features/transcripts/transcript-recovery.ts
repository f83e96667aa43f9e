import { lazyPart, notLoaded } from '#web/ui/feedback/lazy-part.tsx'

/**
 * Components for a note without a transcript. Most notes have one, so they load when they are shown, within a
 * `Suspense`.
 */
export const LazySpeechHelp = lazyPart(async () => {
  const file = await import('./speech-help.tsx')
  return { default: file.SpeechHelp }
}, notLoaded('Failed to load the state of the speech engine'))

export const LazyUseTranscriptFile = lazyPart(async () => {
  const file = await import('./use-transcript-file.tsx')
  return { default: file.UseTranscriptFile }
}, notLoaded('Failed to load the import of a transcript'))
