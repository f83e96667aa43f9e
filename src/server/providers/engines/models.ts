import { defaultEmbeddedModel, type EmbeddedModelId, embeddedModels } from '../drafter/embedded/models.ts'
import { defaultModel, type ModelId, models } from '../speech/models.ts'
import { defaultSpeakerModel, type SpeakerModelId, speakerModels } from '../speech/speakers/models.ts'
import type { ListedModel } from './port.ts'

type Description = Pick<ListedModel, 'name' | 'about'>

/** Memory is estimated from the size of the weights, except that of Whisper base and of speakers, which was measured. */
const speech: Record<ModelId, Description & Pick<ListedModel, 'memory'>> = {
  'whisper-base.en-int8': { name: 'Whisper base.en', about: 'English, with punctuation', memory: 1_000_000_000 },
  'whisper-small.en-int8': { name: 'Whisper small.en', about: 'English, slower', memory: 1_600_000_000 },
  'whisper-base-int8': { name: 'Whisper base', about: '99 languages', memory: 1_000_000_000 },
  'parakeet-tdt-0.6b-v2-int8': { name: 'Parakeet TDT 0.6B', about: 'English', memory: 2_500_000_000 },
}

const speakers: Record<SpeakerModelId, Description> = {
  '3dspeaker-campplus': { name: '3D-Speaker CAM++', about: 'For recordings with one microphone' },
}

const language: Record<EmbeddedModelId, Description> = {
  'qwen3-4b': { name: 'Qwen3 4B', about: 'Takes minutes for a note' },
  'qwen3-1.7b': { name: 'Qwen3 1.7B', about: 'Faster, leaves out more' },
  'phi-4-mini': { name: 'Phi-4-mini', about: 'Takes minutes for a note' },
}

const idsOf = <Id extends string>(listed: Record<Id, unknown>): Id[] =>
  Object.keys(listed).filter((id): id is Id => id in listed)

/** Every model that can be installed. */
export const listedModels: readonly ListedModel[] = [
  ...idsOf(speech).map((id): ListedModel => {
    const { license, base, files } = models[id]
    return { id, kind: 'speech', ...speech[id], license, base, files, isDefault: id === defaultModel }
  }),
  ...idsOf(speakers).map((id): ListedModel => {
    const { license, base, files } = speakerModels[id]
    const isDefault = id === defaultSpeakerModel
    return { id, kind: 'speakers', ...speakers[id], license, base, files, memory: 300_000_000, isDefault }
  }),
  ...idsOf(language).map((id): ListedModel => {
    const { license, base, files, memory } = embeddedModels[id]
    return {
      id,
      kind: 'language',
      ...language[id],
      license,
      base,
      files,
      memory,
      isDefault: id === defaultEmbeddedModel,
    }
  }),
]
