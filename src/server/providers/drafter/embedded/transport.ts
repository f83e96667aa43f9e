import type { LanguageModel } from 'ai'
import { DrafterError } from '../port.ts'
import { AnswerSchema } from './answer-schema.ts'
import type { Generated } from './child/messages.ts'
import type { ModelHost } from './model-host.ts'
import type { Sampling } from './models.ts'

type Model = Extract<LanguageModel, { specificationVersion: 'v4' }>
type CallOptions = Parameters<Model['doStream']>[0]
type Part = Awaited<ReturnType<Model['doStream']>>['stream'] extends ReadableStream<infer P> ? P : never

export interface TransportOptions {
  host: ModelHost
  name: string
  contextTokens: number
  sampling: Sampling
  /** The path of the GGUF file, downloaded if needed. */
  install: (signal: AbortSignal) => Promise<string>
}

/**
 * The embedded model as a model of the SDK, so that prompts, schemas and checks are those of an endpoint. Only streams
 * are used (`ask.ts`).
 */
export function embeddedTransport({ host, name, contextTokens, sampling, install }: TransportOptions): Model {
  return {
    specificationVersion: 'v4',
    provider: 'embedded',
    modelId: name,
    supportedUrls: {},
    doGenerate: () => Promise.reject(new DrafterError('The embedded language model only streams.')),
    async doStream({ prompt, responseFormat, abortSignal = new AbortController().signal }) {
      const schema = AnswerSchema.parse(responseFormat?.type === 'json' ? responseFormat.schema : undefined)
      const file = await install(abortSignal)
      const texts = { instructions: textOf(prompt, 'system'), prompt: textOf(prompt, 'user') }
      const generated = await host.generate({ file, contextTokens, sampling, ...texts, schema }, abortSignal)
      if (generated.finish === 'length')
        throw new DrafterError(
          'The answer of the language model reached the end of its context. The model repeated itself, or its context is too small.',
        )
      return { stream: ReadableStream.from(partsOf(generated)) }
    },
  }
}

function textOf(prompt: CallOptions['prompt'], role: 'system' | 'user'): string {
  return prompt
    .filter((message) => message.role === role)
    .map(({ content }) =>
      typeof content === 'string' ? content : content.map((part) => (part.type === 'text' ? part.text : '')).join(''),
    )
    .join('\n\n')
}

function* partsOf({ text, read, written }: Generated): Generator<Part> {
  yield { type: 'stream-start', warnings: [] }
  yield { type: 'text-start', id: '0' }
  yield { type: 'text-delta', id: '0', delta: text }
  yield { type: 'text-end', id: '0' }
  yield {
    type: 'finish',
    finishReason: { unified: 'stop', raw: undefined },
    usage: {
      inputTokens: { total: read.tokens, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
      outputTokens: { total: written.tokens, text: undefined, reasoning: undefined },
    },
  }
}
