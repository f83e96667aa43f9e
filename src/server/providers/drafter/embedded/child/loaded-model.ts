import { open, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type {
  ChatHistoryItem,
  ChatWrapper,
  GbnfJsonSchema,
  Llama,
  LlamaContext,
  LlamaContextSequence,
  LlamaModel,
} from 'node-llama-cpp'
import { inGigabytes } from '../../../weights/gigabytes.ts'
import { GenerationError } from './generation-error.ts'
import type { Generated, Generation } from './messages.ts'

/** Tokens that stay free for the end of an answer. */
const reserve = 64

/** A GGUF model in memory, with one context. */
export class LoadedModel {
  readonly #llama: Llama
  readonly #model: LlamaModel
  readonly #context: LlamaContext
  readonly #sequence: LlamaContextSequence
  readonly #chat: ChatWrapper

  private constructor(llama: Llama, model: LlamaModel, context: LlamaContext, chat: ChatWrapper) {
    this.#llama = llama
    this.#model = model
    this.#context = context
    this.#sequence = context.getSequence()
    this.#chat = chat
  }

  /**
   * Checks the file and the free memory, then loads the model.
   * @throws GenerationError
   */
  static async load({ file, contextTokens, canUseGpu }: LoadRequest): Promise<LoadedModel> {
    const library = await loadLibrary()
    await requireGguf(file)
    const llama = await openLlama(library, canUseGpu)
    try {
      await requireMemory(library, llama, file, contextTokens)
      const model = await llama.loadModel({ modelPath: file })
      const context = await model.createContext({
        contextSize: contextTokens,
        // Pages, recordings and the database need a core too.
        threads: Math.max(1, llama.cpuMathCores - 1),
      })
      const chat = library.resolveChatWrapper(model, { customWrapperSettings: { qwen: { thoughts: 'discourage' } } })
      return new LoadedModel(llama, model, context, chat)
    } catch (error) {
      await llama.dispose()
      if (error instanceof GenerationError) throw error
      if (error instanceof library.InsufficientMemoryError)
        throw new GenerationError('memory', 'The model needs more memory than is free.')
      throw new GenerationError('file', `${basename(file)} cannot be loaded. It may be damaged. Download it again.`)
    }
  }

  /**
   * The answer to a prompt, in the form of its schema. The token limit is what the prompt leaves of the context.
   * @throws GenerationError if the prompt does not fit; the signal's reason when aborted
   */
  async generate({ instructions, prompt, schema, sampling }: Generation, signal: AbortSignal): Promise<Generated> {
    const { LlamaChatSession } = await loadLibrary()
    const chatHistory: ChatHistoryItem[] = [
      { type: 'system', text: instructions },
      { type: 'user', text: prompt },
      { type: 'model', response: [] },
    ]
    const { contextText } = this.#chat.generateContextState({ chatHistory })
    const given = contextText.tokenize(this.#model.tokenizer).length
    const remainingTokens = this.#context.contextSize - given - reserve
    if (remainingTokens < reserve)
      throw new GenerationError('context', `The context of the language model is too small: ${given} tokens are given.`)
    const grammar = await this.#llama.createGrammarForJsonSchema<GbnfJsonSchema, Record<string, GbnfJsonSchema>>(schema)
    const session = new LlamaChatSession({
      contextSequence: this.#sequence,
      chatWrapper: this.#chat,
      systemPrompt: instructions,
      autoDisposeSequence: false,
    })
    try {
      const before = this.#sequence.tokenMeter.getState()
      const start = performance.now()
      let first = start
      const { responseText, stopReason } = await session.promptWithMeta(prompt, {
        grammar,
        signal,
        maxTokens: remainingTokens,
        ...sampling,
        onToken: () => {
          if (first === start) first = performance.now()
        },
      })
      const used = this.#sequence.tokenMeter.diff(before)
      return {
        text: responseText,
        finish: stopReason === 'maxTokens' ? 'length' : 'stop',
        read: { tokens: used.usedInputTokens, ms: first - start },
        written: { tokens: used.usedOutputTokens, ms: performance.now() - first },
      }
    } finally {
      session.dispose({ disposeSequence: false })
    }
  }

  async dispose(): Promise<void> {
    await this.#llama.dispose()
  }
}

type LoadRequest = Pick<Generation, 'file' | 'contextTokens' | 'canUseGpu'>
type Library = Awaited<ReturnType<typeof loadLibrary>>

/** @throws GenerationError on machines without support by the native library */
async function loadLibrary() {
  try {
    return await import('node-llama-cpp')
  } catch (cause) {
    throw new GenerationError('library', 'The library of the embedded language model is not installed here.', { cause })
  }
}

/** Uses the binaries of the package only; builds and downloads nothing. */
async function openLlama(library: Library, canUseGpu: boolean): Promise<Llama> {
  const { getLlama, LlamaLogLevel } = library
  const start = (gpu: 'auto' | false) =>
    getLlama({
      gpu,
      build: 'never',
      skipDownload: true,
      progressLogs: false,
      logLevel: LlamaLogLevel.disabled,
      logger: () => undefined,
    })
  try {
    if (!canUseGpu) return await start(false)
    const llama = await start('auto')
    const devices = llama.gpu === false ? [] : await llama.getGpuDeviceNames()
    // A graphics card that is emulated in software is many times slower than the processor.
    if (llama.gpu === false || devices.some((name) => !/llvmpipe|lavapipe|swiftshader/i.test(name))) return llama
    await llama.dispose()
    return await start(false)
  } catch (cause) {
    throw new GenerationError('library', 'The embedded language model does not run on this machine.', { cause })
  }
}

/** @throws GenerationError if the file cannot be read or is not a GGUF file */
async function requireGguf(file: string): Promise<void> {
  const magic = Buffer.alloc(4)
  try {
    await using handle = await open(file)
    await handle.read(magic, 0, 4, 0)
  } catch (cause) {
    throw new GenerationError('file', `${basename(file)} cannot be read.`, { cause })
  }
  if (magic.toString('latin1') !== 'GGUF') throw new GenerationError('file', `${basename(file)} is not a GGUF file.`)
}

/** @throws GenerationError if the file is cut off, memory does not suffice, or the context is larger than the model's */
async function requireMemory(library: Library, llama: Llama, file: string, contextSize: number): Promise<void> {
  const insights = await library.GgufInsights.from(await library.readGgufFileInfo(file, { logWarnings: false }), llama)
  const { size } = await stat(file)
  if (size < insights.modelSize)
    throw new GenerationError('file', `${basename(file)} is incomplete. Download it again.`)
  const trained = insights.trainContextSize ?? contextSize
  // With a graphics card, the library decides what fits into which memory.
  if (llama.gpu === false) {
    const model = insights.estimateModelResourceRequirements({ gpuLayers: 0 })
    const context = insights.estimateContextResourceRequirements({ contextSize, modelGpuLayers: 0 })
    const needed = model.cpuRam + context.cpuRam
    const availableBytes = process.availableMemory()
    if (needed > availableBytes)
      throw new GenerationError(
        'memory',
        `The model needs ${inGigabytes(needed)} of memory, ${inGigabytes(availableBytes)} is free.`,
      )
  }
  if (contextSize > trained)
    throw new GenerationError('context', `The model reads at most ${trained} tokens. Lower DRAFTER_CONTEXT_TOKENS.`)
}
