import { node } from '#server/providers/speech/fixtures/onnx.ts'
import { GraphBuilder } from '../graph-builder.ts'
import type { Weight } from '../weight.ts'

/** Layers of a transformer, from weights of a CTranslate2 file. */
export class Layers extends GraphBuilder {
  norm(input: string, name: string): string {
    return this.add('LayerNormalization', [input, this.constant(`${name}/gamma`), this.constant(`${name}/beta`)])
  }

  /** The linear layer `name`, in 8-bit integers. */
  linear(input: string, name: string): string {
    return this.add('Add', [this.product(input, `${name}/weight`), this.constant(`${name}/bias`)])
  }

  /** Multiplies with the transposed weight `name`, in 8-bit integers with one scale per column. */
  product(input: string, name: string): string {
    const { dims, values, scales } = quantized(this.weight(name))
    const [quantizedInput, scale, zero] = [this.name(), this.name(), this.name()]
    this.nodes.push(node('DynamicQuantizeLinear', [input], [quantizedInput, scale, zero]))
    const sums = this.add('MatMulInteger', [quantizedInput, this.large('int8', dims, values), zero])
    const scaled = this.add('Mul', [scale, this.large('float', [scales.length], scales)])
    return this.add('Mul', [this.add('Cast', [sums], { to: 1 }), scaled])
  }

  gelu(input: string): string {
    const erf = this.add('Erf', [this.add('Div', [input, this.float(Math.SQRT2)])])
    return this.add('Mul', [this.add('Mul', [input, this.add('Add', [erf, this.float(1)])]), this.float(0.5)])
  }

  feedForward(input: string, name: string): string {
    const inner = this.gelu(this.linear(this.norm(input, `${name}/layer_norm`), `${name}/linear_0`))
    return this.add('Add', [input, this.linear(inner, `${name}/linear_1`)])
  }

  /** Attention of `queries` to `keys` and `values`, each [1, time, state]. */
  attention(queries: string, keys: string, values: string, heads: number, mask?: string) {
    const shape = this.ints(1, -1, heads, 64)
    const ordered = (input: string, perm: number[]) =>
      this.add('Transpose', [this.add('Reshape', [input, shape])], { perm })
    const raw = this.add('MatMul', [ordered(queries, [0, 2, 1, 3]), ordered(keys, [0, 2, 3, 1])])
    // 64 values per head.
    const scores = this.add('Mul', [raw, this.float(1 / 8)])
    const shares = this.add('Softmax', [mask === undefined ? scores : this.add('Add', [scores, mask])])
    const mixed = this.add('MatMul', [shares, ordered(values, [0, 2, 1, 3])])
    const output = this.add('Reshape', [
      this.add('Transpose', [mixed], { perm: [0, 2, 1, 3] }),
      this.ints(1, -1, heads * 64),
    ])
    return { output, scores }
  }
}

/** The transposed weight as 8-bit integers, with the scale of each column. */
function quantized({ dims: [rows = 0, columns = 0], values }: Weight) {
  const scales = new Float32Array(rows)
  const integers = new Int8Array(values.length)
  for (let row = 0; row < rows; row++) {
    let largest = 0
    for (let i = 0; i < columns; i++) largest = Math.max(largest, Math.abs(values[row * columns + i] ?? 0))
    const scale = largest / 127 || 1
    scales[row] = scale
    for (let i = 0; i < columns; i++) integers[i * rows + row] = Math.round((values[row * columns + i] ?? 0) / scale)
  }
  return { dims: [columns, rows], values: integers, scales }
}
