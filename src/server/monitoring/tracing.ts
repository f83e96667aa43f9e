import type { IncomingHttpHeaders } from 'node:http'
import type { Attributes, Span } from '@opentelemetry/api'
import type { Logger } from 'pino'
import type { Config } from '#server/config.ts'
import { version } from '#server/version.ts'

/** Names and numbers from the code. Never clinical text, addresses of pages, ids of records or anything that a user wrote. */
type Facts = Attributes

/** The span of a request or job that has not ended. */
export interface OpenSpan {
  /** Begins a span within this span. Returns a function that ends the new span. */
  beginPart(name: string): () => void
  end(result: { name?: string; hasFailed: boolean; facts: Facts }): void
}

/** Sends spans to a collector of OpenTelemetry. */
export interface Tracing {
  /** The headers name the span of a proxy that this request belongs to. */
  beginRequest(headers: IncomingHttpHeaders): OpenSpan
  beginJob(name: string): OpenSpan
  /** Sends the remaining spans. */
  stop(): Promise<void>
}

/**
 * Traces if the settings name a collector. The library is loaded only then. A collector that does not respond never delays work:
 * spans wait in memory, at most 2,048, and each failed export is logged.
 */
export async function openTracing(
  config: Pick<
    Config,
    'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_EXPORTER_OTLP_HEADERS' | 'OTEL_TRACES_SAMPLER_ARG' | 'ROLES' | 'TRUST_PROXY'
  >,
  log: Pick<Logger, 'warn'>,
): Promise<Tracing | undefined> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers } = config
  if (endpoint === undefined) return undefined
  const [api, core, sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/core'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ])
  const { diag, DiagLogLevel, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } = api
  const warn = (message: string) => log.warn({ reason: message }, 'traces could not be sent')
  const silent = () => undefined
  diag.setLogger({ error: warn, warn, info: silent, debug: silent, verbose: silent }, DiagLogLevel.WARN)
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
    ...(headers && { headers }),
  })
  const root = new sdk.TraceIdRatioBasedSampler(config.OTEL_TRACES_SAMPLER_ARG)
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'attend',
      'service.version': version,
      'attend.roles': config.ROLES,
    }),
    sampler: new sdk.ParentBasedSampler({ root }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter })],
  })
  const tracer = provider.getTracer('attend')
  const propagator = new core.W3CTraceContextPropagator()

  function open(span: Span): OpenSpan {
    const inside = trace.setSpan(ROOT_CONTEXT, span)
    return {
      beginPart(name) {
        const part = tracer.startSpan(name, {}, inside)
        return () => part.end()
      },
      end({ name, hasFailed, facts }) {
        if (name !== undefined) span.updateName(name)
        if (hasFailed) span.setStatus({ code: SpanStatusCode.ERROR })
        span.setAttributes(facts)
        span.end()
      },
    }
  }

  return {
    beginRequest(sent) {
      // Only headers from our own proxy are trusted, as with request ids.
      const around = config.TRUST_PROXY
        ? propagator.extract(ROOT_CONTEXT, sent, api.defaultTextMapGetter)
        : ROOT_CONTEXT
      return open(tracer.startSpan('request', { kind: SpanKind.SERVER }, around))
    },
    beginJob: (name) => open(tracer.startSpan(name, { kind: SpanKind.CONSUMER }, ROOT_CONTEXT)),
    stop: () => provider.shutdown().catch((error: unknown) => warn(String(error))),
  }
}
