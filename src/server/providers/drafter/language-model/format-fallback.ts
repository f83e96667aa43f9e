import * as z from 'zod'

const Body = z.looseObject({
  response_format: z.looseObject({ json_schema: z.looseObject({ schema: z.unknown() }) }),
})
type Body = z.infer<typeof Body>

/**
 * Formats, in the order of the attempts: that of the SDK, that of older servers (llama-cpp-python), and none, because the
 * prompts describe the form too.
 */
const formats: readonly ((body: Body) => object)[] = [
  (body) => body,
  (body) => ({ ...body, response_format: { type: 'json_object', schema: body.response_format.json_schema.schema } }),
  (body) => ({ ...body, response_format: undefined }),
]

/** `fetch` for an endpoint that may reject a JSON schema. After a rejection, this and all later requests use the next format. */
export function withFormatFallback(ask: typeof fetch): typeof fetch {
  let accepted = 0
  return async (input, init) => {
    const body = bodyOf(init)
    if (!body) return await ask(input, init)
    for (let at = accepted; ; at += 1) {
      const response = await ask(input, { ...init, body: JSON.stringify(formats[at]?.(body)) })
      if (response.ok) accepted = Math.max(accepted, at)
      if (response.ok || at === formats.length - 1) return response
      const { status, statusText, headers } = response
      const reason = await response.text()
      if (!/response_format|json.schema/i.test(reason)) return new Response(reason, { status, statusText, headers })
    }
  }
}

function bodyOf(init: RequestInit | undefined): Body | undefined {
  return typeof init?.body === 'string' ? Body.safeParse(JSON.parse(init.body)).data : undefined
}
