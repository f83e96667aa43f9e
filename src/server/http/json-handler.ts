import {
  StandardBracketNotationSerializer,
  StandardOpenAPIJsonSerializer,
  StandardOpenAPISerializer,
} from '@orpc/openapi-client/standard'
import { StandardOpenAPICodec, StandardOpenAPIMatcher } from '@orpc/openapi/standard'
import type { AnyRouter, Context } from '@orpc/server'
import { NodeHttpHandler, type NodeHttpHandlerOptions } from '@orpc/server/node'
import { StandardHandler, type StandardHandlerOptions } from '@orpc/server/standard'
import { isEventStream } from './event-stream.ts'

/** `node` serves the requests of browsers, `standard` those of the server itself (first data). */
interface JsonHandler<T extends Context> {
  node: NodeHttpHandler<T>
  standard: StandardHandler<T>
}

/**
 * Serves a router whose outputs are already JSON values, like our contract's. oRPC's own handler checks every value for
 * dates, sets and files, which blocks the event loop for 20 to 60 ms for a transcript of 400 KB.
 */
export function createJsonHandler<T extends Context>(
  router: AnyRouter,
  options: StandardHandlerOptions<T> & NodeHttpHandlerOptions<T>,
): JsonHandler<T> {
  const codec = new StandardOpenAPICodec(new JsonSerializer())
  const standard = new StandardHandler(router, new StandardOpenAPIMatcher(), codec, options)
  return { node: new NodeHttpHandler(standard, options), standard }
}

class JsonSerializer extends StandardOpenAPISerializer {
  constructor() {
    super(new StandardOpenAPIJsonSerializer(), new StandardBracketNotationSerializer())
  }

  override serialize(...[data, options]: Parameters<StandardOpenAPISerializer['serialize']>): unknown {
    return isEventStream(data) ? super.serialize(data, options) : data
  }
}
