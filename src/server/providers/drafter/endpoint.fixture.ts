import { createServer, type ServerResponse } from 'node:http'

export type Reply =
  | { content: string; finish?: 'stop' | 'length'; promptTokens?: number }
  | { status: number; body?: string }
  /** Sent unchanged. */
  | { body: string; type: string }
  /** Streamed word by word. After the words the response ends, hangs or breaks off. */
  | { words: readonly string[]; after: 'end' | 'silence' | 'break' }
  | 'never'

export interface Endpoint {
  baseUrl: string
  /** The bodies of all requests so far. */
  readonly bodies: string[]
  close(): Promise<void>
}

/** A local chat/completions server. `reply` gets the request's body and the number of earlier requests. */
export async function openEndpoint(reply: (body: string, count: number) => Reply): Promise<Endpoint> {
  const bodies: string[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8')
      const answer = reply(body, bodies.length)
      bodies.push(body)
      if (answer === 'never') return
      if ('words' in answer) return stream(response, answer)
      if ('type' in answer) return void response.writeHead(200, { 'content-type': answer.type }).end(answer.body)
      const isError = 'status' in answer
      const message = { role: 'assistant', content: isError ? '' : answer.content }
      const finish = isError ? 'stop' : (answer.finish ?? 'stop')
      const promptTokens = isError ? 1 : (answer.promptTokens ?? 1)
      const usage = { prompt_tokens: promptTokens, completion_tokens: 1, total_tokens: promptTokens + 1 }
      const completion = {
        id: 'x',
        object: 'chat.completion',
        created: 1,
        model: 'm',
        choices: [{ index: 0, message, finish_reason: finish }],
        usage,
      }
      response.writeHead(isError ? answer.status : 200, { 'content-type': 'application/json' })
      response.end(isError ? (answer.body ?? '{"error":{"message":"no"}}') : JSON.stringify(completion))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The endpoint has no port.')
  return {
    baseUrl: `http://127.0.0.1:${address.port}/v1`,
    bodies,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function stream(response: ServerResponse, { words, after }: Extract<Reply, { words: readonly string[] }>): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const send = (choice: object) =>
    response.write(`data: ${JSON.stringify({ id: 'x', choices: [{ index: 0, ...choice }] })}\n\n`)
  send({ delta: { role: 'assistant', content: '' } })
  for (const word of words) send({ delta: { content: word } })
  if (after === 'silence') return
  if (after === 'break') return void setTimeout(() => response.destroy(), 20)
  send({ delta: {}, finish_reason: 'stop' })
  response.end('data: [DONE]\n\n')
}

interface Written {
  text: string
  evidence: { utterance: number; quote: string }[]
}

/** A model's answer with these statements in the named sections. */
export function answerWith(sections: Readonly<Record<string, readonly Written[]>>): { content: string } {
  return {
    content: JSON.stringify({
      sections: Object.entries(sections).map(([title, statements]) => ({ title, statements })),
    }),
  }
}
