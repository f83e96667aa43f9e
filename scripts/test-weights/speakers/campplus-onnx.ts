import { model, value } from '#server/providers/speech/fixtures/onnx.ts'
import { GraphBuilder } from '../graph-builder.ts'
import type { Weight } from '../weight.ts'

const size = 192

/** Layers and dilation of each block. */
const blocks = [
  [12, 1],
  [24, 2],
  [16, 2],
] as const

/**
 * 3D-Speaker's CAM++ (Wang et al. 2023) with sherpa-onnx's input, output and metadata. It equals the original only for
 * audio of at most two seconds, because the original splits longer audio and pools each two seconds separately.
 */
export function campplus(weights: ReadonlyMap<string, Weight>): Uint8Array {
  const graph = new Campplus(weights)
  const bands = graph.add('Transpose', ['x'], { perm: [0, 2, 1] })
  let x = graph.head(graph.add('Unsqueeze', [bands, graph.ints(1)]))
  x = graph.convolve(x, 'xvector.tdnn.linear', { kernel_shape: [5], strides: [2], pads: [2, 2] })
  x = graph.active(x, 'xvector.tdnn.nonlinear.batchnorm')
  for (const [i, [layers, dilation]] of blocks.entries()) {
    for (let layer = 1; layer <= layers; layer++) x = graph.dense(x, `xvector.block${i + 1}.tdnnd${layer}`, dilation)
    const active = graph.active(x, `xvector.transit${i + 1}.nonlinear.batchnorm`)
    x = graph.convolve(active, `xvector.transit${i + 1}.linear`)
  }
  const statistics = graph.statistics(graph.active(x, 'xvector.out_nonlinear.batchnorm'))
  const dense = graph.norm(graph.convolve(statistics, 'xvector.dense.linear'), 'xvector.dense.nonlinear.batchnorm')
  graph.add('Squeeze', [dense, graph.ints(2)], {}, 'embedding')
  return model({
    nodes: graph.nodes,
    constants: graph.constants,
    inputs: [value('x', 'float', ['recordings', 'frames', 80])],
    outputs: [value('embedding', 'float', ['recordings', size])],
    metadata: {
      framework: '3d-speaker',
      language: 'Chinese-English',
      output_dim: String(size),
      sample_rate: '16000',
      normalize_samples: '1',
      feature_normalize_type: 'global-mean',
    },
  })
}

class Campplus extends GraphBuilder {
  /** Two-dimensional convolutions that reduce 80 bands to 320 features. */
  head(input: string): string {
    let x = this.convolve(input, 'head.conv1', { kernel_shape: [3, 3], pads: [1, 1, 1, 1] })
    x = this.active(x, 'head.bn1')
    for (const layer of ['layer1', 'layer2']) {
      x = this.residual(x, `head.${layer}.0`, 2)
      x = this.residual(x, `head.${layer}.1`, 1)
    }
    x = this.convolve(x, 'head.conv2', { kernel_shape: [3, 3], pads: [1, 1, 1, 1], strides: [2, 1] })
    return this.add('Reshape', [this.active(x, 'head.bn2'), this.ints(0, 320, -1)])
  }

  residual(input: string, name: string, stride: number): string {
    const pads = [1, 1, 1, 1]
    const first = this.convolve(input, `${name}.conv1`, { kernel_shape: [3, 3], pads, strides: [stride, 1] })
    const active = this.active(first, `${name}.bn1`)
    const second = this.norm(this.convolve(active, `${name}.conv2`, { kernel_shape: [3, 3], pads }), `${name}.bn2`)
    const shortcut =
      stride === 1
        ? input
        : this.norm(
            this.convolve(input, `${name}.shortcut.0`, { kernel_shape: [1, 1], strides: [stride, 1] }),
            `${name}.shortcut.1`,
          )
    return this.add('Relu', [this.add('Add', [second, shortcut])])
  }

  /** Adds 32 features, masked by their context, to those of the input. */
  dense(input: string, name: string, dilation: number): string {
    const reduced = this.convolve(this.active(input, `${name}.nonlinear1.batchnorm`), `${name}.linear1`)
    const active = this.active(reduced, `${name}.nonlinear2.batchnorm`)
    const local = this.convolve(active, `${name}.cam_layer.linear_local`, {
      kernel_shape: [3],
      dilations: [dilation],
      pads: [dilation, dilation],
    })
    // The original adds the mean of all frames and the mean of the two seconds around a frame, which are the same here.
    const context = this.add('Mul', [this.mean(active), this.float(2)])
    const hidden = this.add('Relu', [this.convolve(context, `${name}.cam_layer.linear1`, {}, true)])
    const mask = this.add('Sigmoid', [this.convolve(hidden, `${name}.cam_layer.linear2`, {}, true)])
    return this.add('Concat', [input, this.add('Mul', [local, mask])], { axis: 1 })
  }

  /** Mean and standard deviation over time. */
  statistics(input: string): string {
    const mean = this.mean(input)
    const difference = this.add('Sub', [input, mean])
    const sum = this.add('ReduceSum', [this.add('Mul', [difference, difference]), this.ints(-1)], { keepdims: 1 })
    const frames = this.add('Slice', [this.add('Shape', [input]), this.ints(2), this.ints(3)])
    const count = this.add('Sub', [this.add('Cast', [frames], { to: 1 }), this.float(1)])
    const deviation = this.add('Sqrt', [this.add('Div', [sum, count])])
    return this.add('Concat', [mean, deviation], { axis: 1 })
  }

  mean(input: string): string {
    return this.add('ReduceMean', [input], { axes: [-1], keepdims: 1 })
  }

  active(input: string, name: string): string {
    return this.add('Relu', [this.norm(input, name)])
  }

  /** A batch norm; the last one has neither factors nor biases. */
  norm(input: string, name: string): string {
    const { dims } = this.weight(`${name}.running_mean`)
    const isLast = name === 'xvector.dense.nonlinear.batchnorm'
    const filledTensor = (number: number) => this.large('float', dims, new Float32Array(dims[0] ?? 0).fill(number))
    const [factor, bias] = isLast
      ? [filledTensor(1), filledTensor(0)]
      : [this.constant(`${name}.weight`), this.constant(`${name}.bias`)]
    const moments = [this.constant(`${name}.running_mean`), this.constant(`${name}.running_var`)]
    return this.add('BatchNormalization', [input, factor, bias, ...moments])
  }

  convolve(input: string, name: string, attributes = {}, hasBias = false): string {
    const bias = hasBias ? [this.constant(`${name}.bias`)] : []
    return this.add('Conv', [input, this.constant(`${name}.weight`), ...bias], attributes)
  }
}
