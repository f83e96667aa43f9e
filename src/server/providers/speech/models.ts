import type { Weights } from '../weights/weights-store.ts'

export interface SpeechModel extends Weights {
  label: string
  license: string
}

export type ModelId = keyof typeof models

/**
 * Weights for the embedded engine, converted for sherpa-onnx by its maintainers. Lengths and hashes are those that two
 * public applications pin for the same revisions.
 */
export const models = {
  'whisper-base.en-int8': {
    label: 'Whisper base.en (English, 161 MB)',
    license: 'MIT',
    base: 'https://huggingface.co/csukuangfj/sherpa-onnx-whisper-base.en/resolve/59eea950fc76df2453efb57e6c0fd334548e8ffe/',
    files: [
      {
        name: 'base.en-encoder.int8.onnx',
        bytes: 29_120_534,
        sha256: 'ef6b936f4c9b1d90a3b68634b60c4ed8576b26172b33c2535ec0e933c9edb823',
      },
      {
        name: 'base.en-decoder.int8.onnx',
        bytes: 130_669_978,
        sha256: 'f7162ad6db2dbef16cfaeaa7f945b9d7dd9c1b8d472f6aca82f2273d185e4d41',
      },
      {
        name: 'base.en-tokens.txt',
        bytes: 835_554,
        sha256: '306cd27f03c1a714eca7108e03d66b7dc042abe8c258b44c199a7ed9838dd930',
      },
    ],
  },
  'whisper-small.en-int8': {
    label: 'Whisper small.en (English, 376 MB, slower and more exact)',
    license: 'MIT',
    base: 'https://huggingface.co/csukuangfj/sherpa-onnx-whisper-small.en/resolve/d9533f69affd85061aee349af7fea5cb2996dbbe/',
    files: [
      {
        name: 'small.en-encoder.int8.onnx',
        bytes: 112_442_483,
        sha256: '8bdac288f369aa94ee2194059238c465ed82ea9d47ee8fa4a8c0a891873e462f',
      },
      {
        name: 'small.en-decoder.int8.onnx',
        bytes: 262_223_042,
        sha256: '710ccf890e10f3faa15f51ec346081a2723c9f3adb6e4da81c6573a5a6f877fb',
      },
      {
        name: 'small.en-tokens.txt',
        bytes: 835_554,
        sha256: '306cd27f03c1a714eca7108e03d66b7dc042abe8c258b44c199a7ed9838dd930',
      },
    ],
  },
  'whisper-base-int8': {
    label: 'Whisper base (99 languages, 161 MB)',
    license: 'MIT',
    base: 'https://huggingface.co/csukuangfj/sherpa-onnx-whisper-base/resolve/bb53ee204431c90d314c1cc08d28d23e5b7927cc/',
    files: [
      {
        name: 'base-encoder.int8.onnx',
        bytes: 29_120_534,
        sha256: '0b8fb1304b6109976038efff5ace81720e00386f3ff6b54ee8c75291ca0a1e11',
      },
      {
        name: 'base-decoder.int8.onnx',
        bytes: 130_672_026,
        sha256: '9759d217388a01b3a4c7c15533201067b48ae819c4daafc8624e64b9409dc02d',
      },
      {
        name: 'base-tokens.txt',
        bytes: 816_730,
        sha256: 'b34b360dbb493e781e479794586d661700670d65564001f23024971d1f2fa126',
      },
    ],
  },
  'parakeet-tdt-0.6b-v2-int8': {
    label: 'Parakeet TDT 0.6b v2 (English, 661 MB)',
    license: 'CC-BY-4.0',
    base: 'https://huggingface.co/csukuangfj/sherpa-onnx-nemo-parakeet-tdt-0.6b-v2-int8/resolve/1ab9323565ddb038682214b292f588070a538ce2/',
    files: [
      {
        name: 'encoder.int8.onnx',
        bytes: 652_184_296,
        sha256: 'a32b12d17bbbc309d0686fbbcc2987b5e9b8333a7da83fa6b089f0a2acd651ab',
      },
      {
        name: 'decoder.int8.onnx',
        bytes: 7_257_753,
        sha256: 'b6bb64963457237b900e496ee9994b59294526439fbcc1fecf705b31a15c6b4e',
      },
      {
        name: 'joiner.int8.onnx',
        bytes: 1_739_080,
        sha256: '7946164367946e7f9f29a122407c3252b680dbae9a51343eb2488d057c3c43d2',
      },
      {
        name: 'tokens.txt',
        bytes: 9_384,
        sha256: 'ec182b70dd42113aff6c5372c75cac58c952443eb22322f57bbd7f53977d497d',
      },
    ],
  },
} as const satisfies Record<string, SpeechModel>

export const defaultModel: ModelId = 'whisper-base.en-int8'

export function isModelId(id: string): id is ModelId {
  return Object.hasOwn(models, id)
}

/** A model on disk for the recognizer. With a joiner it is a transducer, otherwise a Whisper model. */
export interface InstalledModel {
  name: string
  encoder: string
  decoder: string
  joiner: string | null
  tokens: string
}
