/** A weight of a model. Values are float32. */
export interface Weight {
  dims: number[]
  values: Float32Array
}
