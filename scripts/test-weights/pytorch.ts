import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { unzip } from './python.ts'
import type { Weight } from './weight.ts'

/** Where the values of a weight are: in which file of the archive, from which value on, and in which shape. */
interface Tensor {
  file: string
  first: number
  dims: number[]
}

/**
 * The float32 weights of a PyTorch file by name, from its `state_dict` if it has one. Unpacks the file to a folder
 * beside it. Of the Python pickle in the file, no name is imported or called. Weights must be stored in the order of
 * their dimensions.
 * @throws Error for another format
 */
export async function readPytorch(path: string): Promise<Map<string, Weight>> {
  const folder = `${path}-unpacked`
  await unzip(path, folder)
  const read = (name: string) => readFile(join(folder, 'archive', name))
  const content = readPickle(await read('data.pkl'))
  const state = content instanceof Map ? (content.get('state_dict') ?? content) : content
  if (!(state instanceof Map)) throw new Error('the file has no weights')
  const weights = new Map<string, Weight>()
  for (const [name, tensor] of state) {
    if (typeof name !== 'string' || !isTensor(tensor)) continue
    const stored = await read(`data/${tensor.file}`)
    const count = tensor.dims.reduce((product, dim) => product * dim, 1)
    const values = Float32Array.from({ length: count }, (_, i) => stored.readFloatLE(4 * (tensor.first + i)))
    weights.set(name, { dims: tensor.dims, values })
  }
  return weights
}

const isTensor = (value: unknown): value is Tensor => typeof value === 'object' && value !== null && 'dims' in value

/** The value of a pickle, protocol 2. Dictionaries are maps, floats become tensors, other objects null. */
function readPickle(bytes: Buffer): unknown {
  const stack: unknown[] = []
  const marks: number[] = []
  const memo = new Map<number, unknown>()
  let at = 0
  const skip = (count: number) => (at += count) - count
  const uint8 = () => bytes.readUInt8(skip(1))
  const uint32 = () => bytes.readUInt32LE(skip(4))
  const line = () => bytes.toString('latin1', at, (at = bytes.indexOf('\n', at) + 1) - 1)
  const text = (length: number) => bytes.toString('utf8', skip(length), at)
  const top = (count: number) => stack.splice(stack.length - count)
  const sinceMark = () => stack.splice(marks.pop() ?? 0)
  const setItems = (items: unknown[]) => {
    const target = stack.at(-1)
    if (target instanceof Map) for (let i = 0; i < items.length; i += 2) target.set(items[i], items[i + 1])
  }
  const operations: Record<string, () => unknown> = {
    '\x80': () => void uint8(),
    '}': () => stack.push(new Map()),
    ']': () => stack.push([]),
    ')': () => stack.push([]),
    '(': () => marks.push(stack.length),
    t: () => stack.push(sinceMark()),
    '\x85': () => stack.push(top(1)),
    '\x86': () => stack.push(top(2)),
    '\x87': () => stack.push(top(3)),
    X: () => stack.push(text(uint32())),
    c: () => stack.push(`${line()} ${line()}`),
    K: () => stack.push(uint8()),
    M: () => stack.push(bytes.readUInt16LE(skip(2))),
    J: () => stack.push(bytes.readInt32LE(skip(4))),
    G: () => stack.push(bytes.readDoubleBE(skip(8))),
    '\x88': () => stack.push(true),
    '\x89': () => stack.push(false),
    q: () => memo.set(uint8(), stack.at(-1)),
    r: () => memo.set(uint32(), stack.at(-1)),
    h: () => stack.push(memo.get(uint8())),
    j: () => stack.push(memo.get(uint32())),
    // A reference to stored values stays on the stack as the list of its parts.
    Q: () => undefined,
    R: () => stack.push(callResult(...top(2))),
    '\x81': () => stack.push(callResult(...top(2))),
    b: () => top(1),
    s: () => setItems(top(2)),
    u: () => setItems(sinceMark()),
    e: () => sinceMark(),
  }
  for (let code = bytes.toString('latin1', skip(1), at); code !== '.'; code = bytes.toString('latin1', skip(1), at)) {
    const operation = operations[code]
    if (!operation) throw new Error(`unknown operation ${code.charCodeAt(0)} in the pickle`)
    operation()
  }
  return stack.pop()
}

function callResult(name?: unknown, inputs?: unknown): unknown {
  if (name === 'collections OrderedDict') return new Map()
  if (name !== 'torch._utils _rebuild_tensor_v2' || !Array.isArray(inputs)) return null
  const [storage, first, dims] = inputs
  const [, type, file] = Array.isArray(storage) ? storage : []
  return type === 'torch FloatStorage' ? { file, first, dims } : null
}
