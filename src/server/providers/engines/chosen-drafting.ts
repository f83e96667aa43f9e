import type { Analyst } from '../analyst/port.ts'
import { DrafterError, type NoteDrafter } from '../drafter/port.ts'
import type { SecondReader } from '../second-reader/port.ts'

interface Drafting {
  drafter: NoteDrafter
  /** Null without a language model. */
  secondReader: SecondReader | null
  analyst: Analyst
}

/**
 * Drafter, second reader and analyst that follow the choice of the language model. A draft ends with the model that it
 * began with; its second reading is made by the model that is chosen then.
 */
export function createChosenDrafting(
  chosen: () => string | null,
  create: (model: string | null) => Drafting,
  close: () => void,
): Drafting & { secondReader: SecondReader } {
  let model = chosen()
  let drafting = create(model)

  function now(): Drafting {
    const chosenModel = chosen()
    if (chosenModel !== model) drafting = create(chosenModel)
    model = chosenModel
    return drafting
  }

  function reader(): SecondReader {
    const { secondReader } = now()
    if (!secondReader) throw new DrafterError('There is no language model for a second reading.')
    return secondReader
  }

  return {
    drafter: {
      get readsEnglishOnly() {
        return now().drafter.readsEnglishOnly
      },
      get isSlow() {
        return now().drafter.isSlow
      },
      get labelSpeakers() {
        return now().drafter.labelSpeakers
      },
      get proposeSections() {
        return now().drafter.proposeSections
      },
      draft: (request) => now().drafter.draft(request),
      canFollow: (instructions) => now().drafter.canFollow?.(instructions) ?? true,
      usualMinutes: () => now().drafter.usualMinutes?.() ?? null,
      close,
    },
    secondReader: {
      get longestMs() {
        return now().secondReader?.longestMs
      },
      read: (request) => reader().read(request),
      readForRisk: (request) => reader().readForRisk(request),
    },
    analyst: {
      analyze: (request) => now().analyst.analyze(request),
      suggest: (request) => now().analyst.suggest(request),
    },
  }
}
