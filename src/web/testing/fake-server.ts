import type { AnyContractProcedure, InferContractRouterInputs, InferContractRouterOutputs } from '@orpc/contract'
import { OpenAPIHandler } from '@orpc/openapi/fetch'
import { type AnyRouter, implement, onError, ORPCError } from '@orpc/server'
import { contract } from '#shared/contract/contract.ts'
import { type ErrorCode, errors, sentence } from '#shared/contract/errors.ts'

type Inputs = InferContractRouterInputs<typeof contract>
type Outputs = InferContractRouterOutputs<typeof contract>
type Noun = keyof typeof contract

/** A reply that the contract allows, or a response from between browser and server, such as a proxy's. */
export type Reply<Input, Output> = (input: Input) => Output | Response | Promise<Output | Response>

/** Replies by noun and verb of the contract. */
export type Replies = {
  [N in Noun]?: {
    [V in keyof (typeof contract)[N]]?: V extends keyof Inputs[N] & keyof Outputs[N]
      ? Reply<Inputs[N][V], Outputs[N][V]>
      : never
  }
}

/** Replies of routes outside the contract, such as those of better-auth, by method and path. */
export type OtherReplies = Record<string, (request: Request) => Response | Promise<Response>>

interface Exchange {
  replies: Replies
  raw?: { response: Response } | { error: unknown }
}

/** Throws an error of the catalog. A reply that calls this responds with the error. */
export function fail(code: ErrorCode, values?: Readonly<Record<string, string | number>>): never {
  throw new ORPCError(code, { status: errors[code][0], message: sentence(code, values) })
}

/** The response of a proxy that cannot reach the server. */
export const badGateway = () =>
  new Response('<h1>Bad Gateway</h1>', { status: 502, headers: { 'content-type': 'text/html' } })

/** A lost network: there is no response. */
export function offline(): never {
  throw new TypeError('Failed to fetch')
}

/** Returns a reply that waits until it is released. */
export function held<Input, Output>(reply: Reply<Input, Output>) {
  const released = Promise.withResolvers<void>()
  return {
    reply: async (input: Input) => {
      await released.promise
      return reply(input)
    },
    release: released.resolve,
  }
}

/**
 * Replaces `fetch` by a fake server that checks requests and replies with the schemas of the contract. An invalid
 * request, an invalid reply and a call without a reply are faults, which fail the test.
 */
export class FakeServer {
  readonly faults: string[] = []
  /** The calls in order, e.g. `billing.state`. */
  readonly calls: string[] = []
  #replies: Replies = {}
  #others: OtherReplies = {}
  readonly #handler = new OpenAPIHandler<Exchange>(this.#router(), {
    interceptors: [
      onError((error, { context }) => {
        if (context.raw === undefined && !isFailure(error)) this.faults.push(textOf(error))
      }),
    ],
  })

  /** Adds replies. They replace earlier ones of the same endpoints. */
  reply(replies: Replies): void {
    for (const [noun, verbs] of Object.entries(replies)) {
      this.#replies = { ...this.#replies, [noun]: { ...Reflect.get(this.#replies, noun), ...verbs } }
    }
  }

  /** Adds replies of routes outside the contract: `'POST /api/auth/sign-out'`. */
  replyOutside(replies: OtherReplies): void {
    this.#others = { ...this.#others, ...replies }
  }

  /** Deletes all replies, calls and faults. */
  reset(): void {
    this.#replies = {}
    this.#others = {}
    this.faults.length = 0
    this.calls.length = 0
  }

  readonly fetch: typeof fetch = async (input, init) => {
    const request = new Request(input instanceof Request ? input : new URL(input, window.location.origin), init)
    // A page that is closed cancels its requests.
    request.signal.throwIfAborted()
    const { pathname } = new URL(request.url)
    const other = this.#others[`${request.method} ${pathname}`]
    if (other) return await other(request)
    // A request that a test no longer awaits still gets the replies of that test.
    const exchange: Exchange = { replies: this.#replies }
    const { matched, response } = await this.#handler.handle(request, { prefix: '/api', context: exchange })
    if (exchange.raw) {
      if ('error' in exchange.raw) throw exchange.raw.error
      return exchange.raw.response
    }
    if (matched) return response
    this.faults.push(`no reply to ${request.method} ${pathname}`)
    return new Response(null, { status: 404 })
  }

  #router(): AnyRouter {
    const procedure = (noun: string, verb: string, declared: AnyContractProcedure) =>
      implement(declared)
        .$context<Exchange>()
        .handler(({ input, context }) => this.#answer(noun, verb, input, context))
    return Object.fromEntries(
      Object.entries(contract).map(([noun, verbs]) => [
        noun,
        Object.fromEntries(Object.entries(verbs).map(([verb, declared]) => [verb, procedure(noun, verb, declared)])),
      ]),
    )
  }

  async #answer(noun: string, verb: string, input: unknown, exchange: Exchange): Promise<unknown> {
    const name = `${noun}.${verb}`
    this.calls.push(name)
    const reply = Reflect.get(Reflect.get(exchange.replies, noun) ?? {}, verb)
    if (typeof reply !== 'function') {
      this.faults.push(`no reply to ${name}`)
      return fail('not_found')
    }
    try {
      const output: unknown = await reply(input)
      if (!(output instanceof Response)) return output
      exchange.raw = { response: output }
    } catch (error) {
      if (error instanceof ORPCError) throw error
      exchange.raw = { error }
    }
    return undefined
  }
}

/** Returns true for an error of the catalog, which the server may return for every endpoint. */
function isFailure(error: unknown): boolean {
  return error instanceof ORPCError && error.code in errors
}

/** Describes an invalid request or reply with the findings of its schema. */
function textOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  const issues: unknown = cause instanceof Error && 'issues' in cause ? cause.issues : undefined
  return `${String(error)} ${JSON.stringify(issues ?? null)}`
}
