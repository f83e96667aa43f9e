import type { Weights } from '../../weights/weights-store.ts'

/** Sampling settings that a vendor publishes for its model. */
export interface Sampling {
  temperature: number
  topP?: number
  topK?: number
}

export interface EmbeddedModel extends Weights {
  label: string
  license: string
  /** Bytes of memory for the weights and a context of `contextTokens`, calculated from the published architecture. */
  memory: number
  /** Tokens of the context that Attend gives the model, for reading and writing together. */
  contextTokens: number
  sampling: Sampling
  /** The known quality of its notes. `npm run models:score` measures a model. */
  quality: string
}

/**
 * Language models with a license that allows redistribution, as GGUF files (Q4_K_M). Lengths, hashes and revisions are
 * those that several public applications pin. None of the models has run on a machine that builds Attend.
 */
export const embeddedModels = {
  'qwen3-4b': {
    label: 'Qwen3 4B (2.5 GB)',
    license: 'Apache-2.0',
    base: 'https://huggingface.co/Qwen/Qwen3-4B-GGUF/resolve/bc640142c66e1fdd12af0bd68f40445458f3869b/',
    files: [
      {
        name: 'Qwen3-4B-Q4_K_M.gguf',
        bytes: 2_497_280_256,
        sha256: '7485fe6f11af29433bc51cab58009521f205840f5b4ae3a32fa7f92e8534fdf5',
      },
    ],
    memory: 4_200_000_000,
    contextTokens: 8192,
    sampling: { temperature: 0.7, topP: 0.8, topK: 20 },
    quality: 'not measured by Attend',
  },
  'qwen3-1.7b': {
    label: 'Qwen3 1.7B (1.1 GB, faster and less exact)',
    license: 'Apache-2.0',
    base: 'https://huggingface.co/unsloth/Qwen3-1.7B-GGUF/resolve/d7f544eead698dbd1f15126ef60b45a1e1933222/',
    files: [
      {
        name: 'Qwen3-1.7B-Q4_K_M.gguf',
        bytes: 1_107_409_472,
        sha256: 'b139949c5bd74937ad8ed8c8cf3d9ffb1e99c866c823204dc42c0d91fa181897',
      },
    ],
    memory: 2_500_000_000,
    contextTokens: 8192,
    sampling: { temperature: 0.7, topP: 0.8, topK: 20 },
    quality: 'not measured by Attend',
  },
  'phi-4-mini': {
    label: 'Phi-4-mini (2.5 GB)',
    license: 'MIT',
    base: 'https://huggingface.co/unsloth/Phi-4-mini-instruct-GGUF/resolve/78eb92a46fc37e6b524df991ed9aca9bc6aa7b80/',
    files: [
      {
        name: 'Phi-4-mini-instruct-Q4_K_M.gguf',
        bytes: 2_491_874_272,
        sha256: '88c00229914083cd112853aab84ed51b87bdf6b9ce42f532d8c85c7c63b1730a',
      },
    ],
    memory: 4_100_000_000,
    contextTokens: 8192,
    sampling: { temperature: 0 },
    quality: 'not measured by Attend',
  },
} as const satisfies Record<string, EmbeddedModel>

export type EmbeddedModelId = keyof typeof embeddedModels

export const defaultEmbeddedModel: EmbeddedModelId = 'qwen3-4b'

export function isEmbeddedModelId(id: string): id is EmbeddedModelId {
  return Object.hasOwn(embeddedModels, id)
}
