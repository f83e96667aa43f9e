import { type Graph, model, value } from '#server/providers/speech/fixtures/onnx.ts'
import type { Weight } from '../weight.ts'
import { Layers } from './layers.ts'

/** Sizes of Whisper base. */
const layerCount = 6
const heads = 8
const state = 512
const context = 448

const cacheShape = [layerCount, 'batch', context, state]
const crossShape = [layerCount, 'batch', 'frames', state]

/** The encoder with sherpa-onnx's inputs and outputs. It also computes the keys and values for the decoder. */
export function whisperEncoder(weights: ReadonlyMap<string, Weight>, metadata: Record<string, string>): Uint8Array {
  const layers = new Layers(weights)
  const convolve = (input: string, name: string, stride: number) => {
    const inputs = [input, layers.constant(`encoder/${name}/weight`), layers.constant(`encoder/${name}/bias`)]
    return layers.gelu(layers.add('Conv', inputs, { kernel_shape: [3], pads: [1, 1], strides: [stride] }))
  }
  const features = layers.add('Transpose', [convolve(convolve('mel', 'conv1', 1), 'conv2', 2)], { perm: [0, 2, 1] })
  const length = layers.add('Slice', [layers.add('Shape', [features]), layers.ints(1), layers.ints(2)])
  const positions = layers.constant('encoder/position_encodings/encodings')
  let x = layers.add('Add', [features, layers.add('Slice', [positions, layers.ints(0), length, layers.ints(0)])])
  for (let i = 0; i < layerCount; i++) {
    const attention = `encoder/layer_${i}/self_attention`
    const inputs = layers.linear(layers.norm(x, `${attention}/layer_norm`), `${attention}/linear_0`)
    const [queries = '', keys = '', values = ''] = layers.split(inputs, 3, { axis: 2 })
    const { output } = layers.attention(queries, keys, values, heads)
    x = layers.add('Add', [x, layers.linear(output, `${attention}/linear_1`)])
    x = layers.feedForward(x, `encoder/layer_${i}/ffn`)
  }
  x = layers.norm(x, 'encoder/layer_norm')
  const crosses = Array.from({ length: layerCount }, (_, i) => {
    const both = layers.linear(x, `decoder/layer_${i}/attention/linear_1`)
    return layers.split(both, 2, { axis: 2 })
  })
  stack(
    layers,
    crosses.map(([keys = '']) => keys),
    'n_layer_cross_k',
  )
  stack(
    layers,
    crosses.map(([, values = '']) => values),
    'n_layer_cross_v',
  )
  return graph(layers, {
    inputs: [value('mel', 'float', ['batch', 80, 'time'])],
    outputs: [value('n_layer_cross_k', 'float', crossShape), value('n_layer_cross_v', 'float', crossShape)],
    metadata,
  })
}

/**
 * The decoder with sherpa-onnx's inputs and outputs. `alignmentHeads` are pairs of layer and head; their attention gives
 * the times of words.
 */
export function whisperDecoder(weights: ReadonlyMap<string, Weight>, alignmentHeads: [number, number][]): Uint8Array {
  const layers = new Layers(weights)
  const count = layers.add('Slice', [layers.add('Shape', ['tokens']), layers.ints(1), layers.ints(2)])
  const end = layers.add('Add', ['offset', count])
  const slice = (input: string, from: string, to: string, axis: number) =>
    layers.add('Slice', [input, from, to, layers.ints(axis)])
  const embedding = layers.constant('decoder/embeddings/weight')
  const positions = layers.constant('decoder/position_encodings/encodings')
  let x = layers.add('Add', [layers.add('Gather', [embedding, 'tokens']), slice(positions, 'offset', end, 0)])
  const futureMask = Float32Array.from({ length: context * context }, (_, i) =>
    i % context > Math.floor(i / context) ? -1e9 : 0,
  )
  const rows = slice(layers.large('float', [context, context], futureMask), 'offset', end, 0)
  const mask = slice(rows, layers.ints(0), end, 1)

  const layerOf = (cache: string, i: number) => layers.add('Gather', [cache, layers.ints(i)])
  const caches: { keys: string; values: string }[] = []
  const alignments: string[] = []
  for (let i = 0; i < layerCount; i++) {
    const selfAttention = `decoder/layer_${i}/self_attention`
    const inputs = layers.linear(layers.norm(x, `${selfAttention}/layer_norm`), `${selfAttention}/linear_0`)
    const [queries = '', newKeys = '', newValues = ''] = layers.split(inputs, 3, { axis: 2 })
    const extended = (name: string, added: string) => {
      const cache = layers.add('Squeeze', [layerOf(name, i), layers.ints(0)])
      const past = slice(cache, layers.ints(0), 'offset', 1)
      const all = layers.add('Concat', [past, added], { axis: 1 })
      const rest = slice(cache, end, layers.ints(context), 1)
      return { all, cache: layers.add('Concat', [all, rest], { axis: 1 }) }
    }
    const keys = extended('in_n_layer_self_k_cache', newKeys)
    const values = extended('in_n_layer_self_v_cache', newValues)
    caches.push({ keys: keys.cache, values: values.cache })
    const self = layers.attention(queries, keys.all, values.all, heads, mask)
    x = layers.add('Add', [x, layers.linear(self.output, `${selfAttention}/linear_1`)])

    const name = `decoder/layer_${i}/attention`
    const crossQueries = layers.linear(layers.norm(x, `${name}/layer_norm`), `${name}/linear_0`)
    const ofLayer = (input: string) => layers.add('Squeeze', [layerOf(input, i), layers.ints(0)])
    const cross = layers.attention(crossQueries, ofLayer('n_layer_cross_k'), ofLayer('n_layer_cross_v'), heads)
    x = layers.add('Add', [x, layers.linear(cross.output, `${name}/linear_2`)])
    x = layers.feedForward(x, `decoder/layer_${i}/ffn`)

    const chosen = alignmentHeads.filter(([layer]) => layer === i).map(([, head]) => head)
    if (chosen.length > 0) alignments.push(layers.add('Gather', [cross.scores, layers.ints(...chosen)], { axis: 1 }))
  }
  layers.add(
    'Identity',
    [layers.product(layers.norm(x, 'decoder/layer_norm'), 'decoder/embeddings/weight')],
    {},
    'logits',
  )
  stack(
    layers,
    caches.map(({ keys }) => keys),
    'out_n_layer_self_k_cache',
  )
  stack(
    layers,
    caches.map(({ values }) => values),
    'out_n_layer_self_v_cache',
  )
  layers.add('Concat', alignments, { axis: 1 }, 'cross_attention_weights')
  return graph(layers, {
    inputs: [
      value('tokens', 'int64', ['batch', 'count']),
      value('in_n_layer_self_k_cache', 'float', cacheShape),
      value('in_n_layer_self_v_cache', 'float', cacheShape),
      value('n_layer_cross_k', 'float', crossShape),
      value('n_layer_cross_v', 'float', crossShape),
      value('offset', 'int64', [1]),
    ],
    outputs: [
      value('logits', 'float', ['batch', 'count', 'vocabulary']),
      value('out_n_layer_self_k_cache', 'float', cacheShape),
      value('out_n_layer_self_v_cache', 'float', cacheShape),
      value('cross_attention_weights', 'float', ['batch', alignmentHeads.length, 'count', 'frames']),
    ],
  })
}

function stack(layers: Layers, parts: string[], output: string): void {
  const raised = parts.map((part) => layers.add('Unsqueeze', [part, layers.ints(0)]))
  layers.add('Concat', raised, { axis: 0 }, output)
}

function graph({ nodes, constants }: Layers, rest: Omit<Graph, 'nodes' | 'constants'>): Uint8Array {
  return model({ nodes, constants, ...rest })
}
