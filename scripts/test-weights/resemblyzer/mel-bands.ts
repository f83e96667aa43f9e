/** Energy bands: the weight of each frequency in each band. */
type Bands = number[][]

const rate = 16_000
/** Samples of one spectrum, by kaldi's features and by librosa's. */
const size = { kaldi: 512, librosa: 400 }
const frequencies = Array.from({ length: size.kaldi / 2 + 1 }, (_, i) => (i * rate) / size.kaldi)

/** kaldi's 80 bands, as sherpa-onnx computes them: from 20 to 7,600 Hz, after a pre-emphasis of 0.97. */
function kaldiBands(): Bands {
  const mel = (hertz: number) => 1127 * Math.log(1 + hertz / 700)
  const edges = ladder(mel(20), mel(7_600), 80)
  // |1 - 0.97 e^(-iw)|²
  const emphasis = frequencies.map((hertz) => 1 + 0.97 ** 2 - 2 * 0.97 * Math.cos((2 * Math.PI * hertz) / rate))
  return triangles(edges, frequencies.map(mel)).map((band) => band.map((weight, i) => weight * (emphasis[i] ?? 0)))
}

/** The 40 bands that librosa computes by default: from 0 to 8,000 Hz, each with the same area. */
function librosaBands(): { bands: Bands; hertz: number[] } {
  const linear = 200 / 3
  const step = Math.log(6.4) / 27
  const mel = (hertz: number) => (hertz < 1_000 ? hertz / linear : 15 + Math.log(hertz / 1_000) / step)
  const hertzOf = (mels: number) => (mels < 15 ? mels * linear : 1_000 * Math.exp((mels - 15) * step))
  const edges = ladder(0, mel(8_000), 40).map(hertzOf)
  const hertz = Array.from({ length: 40 }, (_, band) => ((edges[band + 2] ?? 0) - (edges[band] ?? 0)) / 2)
  const scale = size.librosa / size.kaldi
  const bands = triangles(edges, frequencies).map((band, i) => band.map((weight) => (weight * scale) / (hertz[i] ?? 1)))
  return { bands, hertz }
}

const ladder = (from: number, to: number, bands: number) =>
  Array.from({ length: bands + 2 }, (_, i) => from + ((to - from) * i) / (bands + 1))

function triangles(edges: readonly number[], points: readonly number[]): Bands {
  return edges.slice(2).map((right, i) => {
    const [left = 0, middle = 0] = edges.slice(i)
    return points.map((at) => Math.max(0, Math.min((at - left) / (middle - left), (right - at) / (right - middle))))
  })
}

/**
 * The matrix, as 80 rows of 40 columns, that turns kaldi's energies into librosa's (least squares over all
 * frequencies), and the width of each of the 40 bands in hertz.
 */
export function melConversion(): { matrix: Float32Array; hertz: number[] } {
  const given = kaldiBands()
  const { bands, hertz } = librosaBands()
  // Each given band has the same weight, although low frequencies have little energy after the pre-emphasis.
  const sizes = given.map((band) => Math.sqrt(dot(band, band)) || 1)
  const scaled = given.map((band, i) => band.map((weight) => weight / (sizes[i] ?? 1)))
  const products = scaled.map((one, i) => scaled.map((other, j) => dot(one, other) + (i === j ? 1e-4 : 0)))
  const matrix = new Float32Array(80 * 40)
  for (const [column, band] of bands.entries()) {
    const weights = solve(
      products.map((row) => [...row]),
      scaled.map((one) => dot(one, band)),
    )
    for (const [row, weight] of weights.entries()) matrix[row * 40 + column] = weight / (sizes[row] ?? 1)
  }
  return { matrix, hertz }
}

const dot = (one: readonly number[], other: readonly number[]) =>
  one.reduce((sum, value, i) => sum + value * (other[i] ?? 0), 0)

/** Solves a system with a symmetric, positive matrix by elimination. Changes both arguments. */
function solve(rows: number[][], right: number[]): number[] {
  for (const [i, pivot] of rows.entries()) {
    for (let j = i + 1; j < rows.length; j++) {
      const row = rows[j] ?? []
      const factor = (row[i] ?? 0) / (pivot[i] ?? 1)
      for (let k = i; k < row.length; k++) row[k] = (row[k] ?? 0) - factor * (pivot[k] ?? 0)
      right[j] = (right[j] ?? 0) - factor * (right[i] ?? 0)
    }
  }
  const solution = right.map(() => 0)
  for (let i = right.length - 1; i >= 0; i--) {
    const row = rows[i] ?? []
    let rest = right[i] ?? 0
    for (let k = i + 1; k < row.length; k++) rest -= (row[k] ?? 0) * (solution[k] ?? 0)
    solution[i] = rest / (row[i] ?? 1)
  }
  return solution
}
