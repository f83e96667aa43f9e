import { type Attributes, type ElementType, largeTensor, node, tensor } from '#server/providers/speech/fixtures/onnx.ts'
import type { Weight } from './weight.ts'

/** Builds the graph of a model from the weights of a file. Methods return the name of their output. */
export class GraphBuilder {
  readonly nodes: Uint8Array[] = []
  readonly constants: Uint8Array[] = []
  readonly #weights: ReadonlyMap<string, Weight>
  #names = 0

  constructor(weights: ReadonlyMap<string, Weight>) {
    this.#weights = weights
  }

  add(operator: string, inputs: string[], attributes: Attributes = {}, output = this.name()): string {
    this.nodes.push(node(operator, inputs, output, attributes))
    return output
  }

  /** An operation with several outputs. */
  split(input: string, count: number, attributes: Attributes): string[] {
    const outputs = Array.from({ length: count }, () => this.name())
    this.nodes.push(node('Split', [input], outputs, attributes))
    return outputs
  }

  ints(...values: number[]): string {
    const name = this.name()
    this.constants.push(tensor(name, 'int64', [values.length], values))
    return name
  }

  float(value: number): string {
    return this.large('float', [1], Float32Array.of(value))
  }

  large(type: ElementType, dims: number[], values: NodeJS.TypedArray): string {
    const name = this.name()
    this.constants.push(largeTensor(name, type, dims, values))
    return name
  }

  /** @throws Error if the file does not have the weight */
  weight(name: string): Weight {
    const weight = this.#weights.get(name)
    if (!weight) throw new Error(`the model has no ${name}`)
    return weight
  }

  constant(name: string): string {
    const { dims, values } = this.weight(name)
    return this.large('float', dims, values)
  }

  /** A name that no other value has. */
  protected name(): string {
    return `v${this.#names++}`
  }
}
