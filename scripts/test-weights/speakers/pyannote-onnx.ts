import { model, value } from '#server/providers/speech/fixtures/onnx.ts'
import { GraphBuilder } from '../graph-builder.ts'
import type { Weight } from '../weight.ts'
import { sincFilters } from './sinc-filters.ts'

const state = 128

/** pyannote's segmentation 3.0 with sherpa-onnx's input, output and metadata: which of three voices speak in ten seconds of audio. */
export function pyannoteSegmentation(weights: ReadonlyMap<string, Weight>): Uint8Array {
  const graph = new GraphBuilder(weights)
  const norm = (input: string, name: string) =>
    graph.add('InstanceNormalization', [input, graph.constant(`${name}.weight`), graph.constant(`${name}.bias`)])
  const pooled = (input: string, i: number) => {
    const pool = graph.add('MaxPool', [input], { kernel_shape: [3], strides: [3] })
    return graph.add('LeakyRelu', [norm(pool, `sincnet.norm1d.${i}`)])
  }
  const filters = graph.large('float', [80, 1, 251], sincFilters(weights))
  const waves = norm('x', 'sincnet.wav_norm1d')
  let x = pooled(graph.add('Abs', [graph.add('Conv', [waves, filters], { kernel_shape: [251], strides: [10] })]), 0)
  for (const i of [1, 2]) {
    const inputs = [x, graph.constant(`sincnet.conv1d.${i}.weight`), graph.constant(`sincnet.conv1d.${i}.bias`)]
    x = pooled(graph.add('Conv', inputs, { kernel_shape: [5] }), i)
  }
  // From [recording, feature, frame] to [frame, recording, feature].
  x = graph.add('Transpose', [x], { perm: [2, 0, 1] })
  for (let layer = 0; layer < 4; layer++) x = bothDirections(graph, x, `l${layer}`)
  x = graph.add('Transpose', [x], { perm: [1, 0, 2] })
  for (const i of [0, 1]) x = graph.add('LeakyRelu', [linear(graph, x, `linear.${i}`)])
  graph.add('LogSoftmax', [linear(graph, x, 'classifier')], { axis: -1 }, 'y')
  return model({
    nodes: graph.nodes,
    constants: graph.constants,
    inputs: [value('x', 'float', ['recordings', 1, 'samples'])],
    outputs: [value('y', 'float', ['recordings', 'frames', 7])],
    metadata: {
      model_type: 'pyannote-segmentation-3.0',
      version: '1',
      num_speakers: '3',
      powerset_max_classes: '2',
      num_classes: '7',
      sample_rate: '16000',
      window_size: '160000',
      receptive_field_size: '991',
      receptive_field_shift: '270',
    },
  })
}

function linear(graph: GraphBuilder, input: string, name: string): string {
  const weight = graph.add('Transpose', [graph.constant(`${name}.weight`)], { perm: [1, 0] })
  return graph.add('Add', [graph.add('MatMul', [input, weight]), graph.constant(`${name}.bias`)])
}

/** A recurrent layer over [frame, recording, feature], forwards and backwards. */
function bothDirections(graph: GraphBuilder, input: string, layer: string): string {
  const both = [layer, `${layer}_reverse`].map((name) => ({
    inputs: graph.weight(`lstm.weight_ih_${name}`),
    states: graph.weight(`lstm.weight_hh_${name}`),
    biases: ['ih', 'hh'].map((kind) => graph.weight(`lstm.bias_${kind}_${name}`)),
  }))
  const features = both[0]?.inputs.dims[1] ?? 0
  const join = (parts: Float32Array[]) => Float32Array.from(parts.flatMap((part) => [...part]))
  const weight = graph.large('float', [2, 4 * state, features], join(both.map(({ inputs }) => gates(inputs, features))))
  const recurrence = graph.large('float', [2, 4 * state, state], join(both.map(({ states }) => gates(states, state))))
  const bias = graph.large(
    'float',
    [2, 8 * state],
    join(both.flatMap(({ biases }) => biases.map((one) => gates(one, 1)))),
  )
  const inputs = [input, weight, recurrence, bias]
  const output = graph.add('LSTM', inputs, { hidden_size: state, direction: 'bidirectional' })
  // ONNX returns [frame, direction, recording, state]; the next layer expects the direction beside the state.
  const ordered = graph.add('Transpose', [output], { perm: [0, 2, 1, 3] })
  return graph.add('Reshape', [ordered, graph.ints(0, 0, 2 * state)])
}

/** PyTorch's four gates per state, in ONNX's order: PyTorch's first, last, second and third gate. */
function gates({ values }: Weight, width: number): Float32Array {
  const size = state * width
  const result = new Float32Array(values.length)
  for (const [to, from] of [0, 3, 1, 2].entries())
    result.set(values.subarray(from * size, (from + 1) * size), to * size)
  return result
}
