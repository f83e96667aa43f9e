import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { largeTensor, model, node, tensor, value } from '#server/providers/speech/fixtures/onnx.ts'
import { melConversion } from './mel-bands.ts'

/** Bytes of the pinned `pretrained.pt` before its values: fixed, so its Python pickle is never executed. */
const offsets = { lstm: 269_883, linearBias: 6_699, linearWeight: 7_731 }

const state = 256
const bands = 40

/** Mean energy of a spectrum at -30 dBFS, to which Resemblyzer raises quiet speech: Parseval with a Hann window of 400. */
const loudness = 200 * 1e-3 * 150

/**
 * Converts Resemblyzer's voice encoder (a recurrent network over mel energies) from PyTorch's file in the folder `from` to
 * a file for sherpa-onnx's speaker embeddings in the folder `to`.
 */
export async function convertResemblyzer(from: string, to: string): Promise<void> {
  const file = await readFile(join(from, 'pretrained.pt'))
  const floats = (offset: number, first: number, count: number) =>
    Float32Array.from({ length: count }, (_, i) => file.readFloatLE(offset + 4 * (first + i)))
  await writeFile(join(to, 'resemblyzer.onnx'), voiceEncoder(floats))
  await copyFile(join(from, 'LICENSE'), join(to, 'LICENSE'))
}

type ReadFloats = (offset: number, first: number, count: number) => Float32Array

function voiceEncoder(floats: ReadFloats): Uint8Array {
  const { matrix, hertz } = melConversion()
  const constants = [
    largeTensor('mel', 'float', [80, bands], matrix),
    tensor('hertz', 'float', [bands, 1], hertz),
    tensor('loudness', 'float', [1], [loudness]),
    tensor('one', 'float', [1], [1]),
    tensor('tiny', 'float', [1], [1e-9]),
    tensor('direction', 'int64', [1], [1]),
    tensor('first', 'int64', [1], [0]),
    largeTensor('linear', 'float', [state, state], transposed(floats(offsets.linearWeight, 0, state * state))),
    largeTensor('bias', 'float', [state], floats(offsets.linearBias, 0, state)),
  ]
  // sherpa-onnx's features are logarithms; Resemblyzer's are energies.
  const nodes = [
    node('Exp', ['x'], 'energies'),
    node('MatMul', ['energies', 'mel'], 'raw'),
    node('Relu', ['raw'], 'mels'),
    node('MatMul', ['mels', 'hertz'], 'sums'),
    node('ReduceMean', ['sums'], 'mean', { axes: [1], keepdims: 1 }),
    node('Max', ['mean', 'tiny'], 'audible'),
    node('Div', ['loudness', 'audible'], 'gain'),
    node('Max', ['gain', 'one'], 'raise'),
    node('Mul', ['mels', 'raise'], 'loud'),
    node('Transpose', ['loud'], 'layer0', { perm: [1, 0, 2] }),
  ]
  // The weights of all layers come first, then all biases.
  let at = 0
  let biasAt = 1_351_680
  for (let layer = 0; layer < 3; layer++) {
    const inputs = layer === 0 ? bands : state
    const input = floats(offsets.lstm, at, 4 * state * inputs)
    at += input.length
    const recurrent = floats(offsets.lstm, at, 4 * state * state)
    at += recurrent.length
    const biases = [biasAt, biasAt + 4 * state].flatMap((first) => [
      ...gates(floats(offsets.lstm, first, 4 * state), 1),
    ])
    biasAt += 8 * state
    constants.push(
      largeTensor(`w${layer}`, 'float', [1, 4 * state, inputs], gates(input, inputs)),
      largeTensor(`r${layer}`, 'float', [1, 4 * state, state], gates(recurrent, state)),
      largeTensor(`b${layer}`, 'float', [1, 8 * state], Float32Array.from(biases)),
    )
    const names = [`layer${layer}`, `w${layer}`, `r${layer}`, `b${layer}`]
    nodes.push(
      node('LSTM', names, [`all${layer}`, `last${layer}`], { hidden_size: state }),
      node('Squeeze', [`all${layer}`, 'direction'], `layer${layer + 1}`),
    )
  }
  nodes.push(
    node('Squeeze', ['last2', 'first'], 'final'),
    node('MatMul', ['final', 'linear'], 'product'),
    node('Add', ['product', 'bias'], 'sum'),
    node('Relu', ['sum'], 'positive'),
    node('ReduceL2', ['positive'], 'length', { axes: [1], keepdims: 1 }),
    node('Max', ['length', 'tiny'], 'divisor'),
    node('Div', ['positive', 'divisor'], 'embedding'),
  )
  return model({
    nodes,
    constants,
    inputs: [value('x', 'float', [1, 'frames', 80])],
    outputs: [value('embedding', 'float', [1, state])],
    metadata: {
      // The framework whose features are nearest: kaldi's, without a mean over the audio.
      framework: 'wespeaker',
      language: 'English',
      output_dim: String(state),
      sample_rate: '16000',
      normalize_samples: '1',
      feature_normalize_type: '',
    },
  })
}

/** PyTorch's four gates per state, in the order of ONNX: its first, last, second and third. */
function gates(values: Float32Array, width: number): Float32Array {
  const size = state * width
  const result = new Float32Array(values.length)
  for (const [to, from] of [0, 3, 1, 2].entries())
    result.set(values.subarray(from * size, (from + 1) * size), to * size)
  return result
}

function transposed(values: Float32Array): Float32Array {
  return values.map((_, i) => values[(i % state) * state + Math.floor(i / state)] ?? 0)
}
