import { type Speech, SpeechError } from '../speech/port.ts'

/** The active models of the list; null for other engines. */
export interface SpeechModels {
  speech: string | null
  speakers: string | null
}

interface Used {
  models: SpeechModels
  speech: Speech
  /** Transcriptions in progress. */
  running: number
}

/**
 * A speech engine that follows the choice of its models. A transcription ends with the engine that it began with; an
 * engine that was replaced is closed once it is idle.
 */
export function createChosenSpeech(chosen: () => SpeechModels, create: (models: SpeechModels) => Speech): Speech {
  const use = (models: SpeechModels): Used => ({ models, speech: create(models), running: 0 })
  let current = use(chosen())
  const replaced = new Set<Used>()

  function closeIdle(): void {
    for (const used of replaced) {
      if (used.running > 0) continue
      replaced.delete(used)
      void used.speech.close()
    }
  }

  function now(): Used {
    const { speech, speakers } = chosen()
    if (speech === current.models.speech && speakers === current.models.speakers) return current
    replaced.add(current)
    current = use({ speech, speakers })
    closeIdle()
    return current
  }

  async function run<T>(work: (speech: Speech) => Promise<T>): Promise<T> {
    const used = now()
    used.running++
    try {
      return await work(used.speech)
    } finally {
      used.running--
      closeIdle()
    }
  }

  return {
    status: () => now().speech.status(),
    transcribe: (path, options) => run((speech) => speech.transcribe(path, options)),
    transcribeLive: (...chunk) => run((speech) => speech.transcribeLive(...chunk)),
    voices: {
      model: () => now().speech.voices?.model() ?? null,
      read: (...turns) => run((speech) => speech.voices?.read(...turns) ?? Promise.reject(withoutVoices())),
    },
    async close() {
      await Promise.all([current, ...replaced].map(({ speech }) => speech.close()))
    },
  }
}

function withoutVoices(): SpeechError {
  return new SpeechError('speech_unavailable', 'speakers are not identified by their voices')
}
