import type { EngineModel, Engines } from '#shared/contract/engines.ts'

const gigabyte = 1e9
const folder = 'https://huggingface.co/parakeet/'

/** Returns a speech model that is not installed. */
export function engineModel(changes: Partial<EngineModel> = {}): EngineModel {
  return {
    id: 'parakeet',
    name: 'Parakeet TDT 0.6B',
    about: 'English',
    size: 631e6,
    license: 'CC BY 4.0',
    source: folder,
    files: [
      { name: 'encoder.onnx', url: `${folder}encoder.onnx`, bytes: 600e6, sha256: 'ab'.repeat(32) },
      { name: 'tokens.txt', url: `${folder}tokens.txt`, bytes: 31e6, sha256: 'cd'.repeat(32) },
    ],
    memory: 2.5 * gigabyte,
    fits: true,
    measured: [],
    isRecommended: true,
    state: 'absent',
    isActive: changes.state === 'active',
    bytes: 0,
    verifiedFiles: changes.state === 'installed' || changes.state === 'active' ? 2 : 0,
    secondsLeft: null,
    failure: null,
    ...changes,
  }
}

/** The engines of an installation: these speech models, and a language model that is too large. */
export function enginesWith(...models: EngineModel[]): Engines {
  const large = { id: 'qwen', name: 'Qwen3 4B', memory: 12 * gigabyte, fits: false, isRecommended: false }
  return {
    machine: { cores: 4, memoryFree: 9.1 * gigabyte, memoryTotal: 16 * gigabyte, diskFree: 212 * gigabyte },
    isLocal: true,
    trial: null,
    groups: [
      { kind: 'speech', models, decidedBy: null },
      { kind: 'language', models: [engineModel(large)], decidedBy: null },
    ],
  }
}
