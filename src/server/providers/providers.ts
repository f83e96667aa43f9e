import { join } from 'node:path'
import { pino, type Logger } from 'pino'
import type { Config } from '#server/config.ts'
import { deriveFormerKeys, deriveKey } from '#server/secrets.ts'
import { traceFields } from '#server/monitoring/request-trace.ts'
import { createAnalyst } from './analyst/create.ts'
import type { Analyst } from './analyst/port.ts'
import { createDrafter, type DrafterConfig } from './drafter/create.ts'
import { ModelHost } from './drafter/embedded/model-host.ts'
import type { NoteDrafter } from './drafter/port.ts'
import { createChosenDrafting } from './engines/chosen-drafting.ts'
import { createChosenSpeech, type SpeechModels } from './engines/chosen-speech.ts'
import { createEngines, modelFolder } from './engines/create.ts'
import type { Engines } from './engines/port.ts'
import { createErrorReports } from './error-reports/create.ts'
import type { ErrorReports } from './error-reports/port.ts'
import { reportedHooks } from './error-reports/reporting-log.ts'
import { createFiles } from './files/create.ts'
import type { Files } from './files/port.ts'
import { loggedError } from './logged-error.ts'
import { createMail } from './mail/create.ts'
import type { Outbox } from './mail/outbox.ts'
import type { Mailer } from './mail/port.ts'
import { createPayments, type PaymentsConfig } from './payments/create.ts'
import type { Payments } from './payments/port.ts'
import { createSecondReader } from './second-reader/create.ts'
import type { SecondReader } from './second-reader/port.ts'
import { createSpeech, type SpeakerConfig, type SpeechConfig } from './speech/create.ts'
import type { Speech } from './speech/port.ts'
import { isSpeakerModelId } from './speech/speakers/models.ts'

/** The external services of one process. Tests pass fakes. */
export interface Providers {
  files: Files
  speech: Speech
  drafter: NoteDrafter
  /** The drafter without a language model, used if the language model does not respond. */
  excerpts: NoteDrafter
  /** Null without a language model, or if second readings are turned off. */
  secondReader: SecondReader | null
  analyst: Analyst
  /** The speech and language models on this machine. */
  engines: Engines
  mail: Mailer
  /** Set if mails are stored on this machine. */
  outbox: Outbox | null
  /** Opened per role: the built-in provider stores its data in the database, which starts after the providers. */
  openPayments: (databaseUrl: string) => Payments | Promise<Payments>
  /** Receives everything that is logged as an error. */
  reports: ErrorReports
  /** The current time; tests replace it. */
  clock: () => Date
  log: Logger
}

/** Creates the configured providers. */
export function createProviders(config: Config): Providers {
  const reports = createErrorReports(config.SENTRY_DSN)
  const log = pino({
    level: config.LOG_LEVEL,
    serializers: { err: loggedError },
    mixin: traceFields,
    hooks: reportedHooks(reports),
  })
  const { mailer, outbox } = createMail(
    config.SMTP_URL
      ? { kind: 'smtp', url: config.SMTP_URL, from: config.MAIL_FROM }
      : { kind: 'outbox', file: join(config.DATA_DIR, 'outbox.jsonl') },
  )
  const clock = () => new Date()
  const stripe = stripeSettings(config)
  const engines = createEngines({ folder: modelFolder(config), settings: config })
  return {
    files: filesOf(config),
    speech: createChosenSpeech(
      () => ({ speech: engines.active('speech').modelId, speakers: engines.active('speakers').modelId }),
      (models) => createSpeech(speechSettings(config, models)),
    ),
    ...draftingOf(config, engines),
    excerpts: createDrafter({ kind: 'extractive' }),
    engines,
    mail: mailer,
    outbox,
    openPayments: (databaseUrl) =>
      createPayments({ databaseUrl, clock, eventKey: deriveKey(config, 'events of the test payments'), stripe }),
    reports,
    clock,
    log,
  }
}

/** Settings of the speech engine with the active models of the list. */
export function speechSettings(config: Config, models: SpeechModels): SpeechConfig {
  return {
    engine: config.SPEECH_ENGINE,
    baseUrl: config.SPEECH_BASE_URL,
    apiKey: config.SPEECH_API_KEY,
    model: models.speech ?? config.SPEECH_MODEL,
    language: config.SPEECH_LANGUAGE,
    ffmpeg: config.FFMPEG_PATH,
    modelFolder: modelFolder(config),
    modelPath: config.SPEECH_MODEL_PATH,
    mirror: config.MODELS_MIRROR,
    speakers: config.SPEAKERS === 'off' ? undefined : speakerSettings(config, models.speakers),
  }
}

/** Settings of the identification of speakers. A machine with manually installed weights downloads none. */
function speakerSettings(config: Config, chosen: string | null): SpeakerConfig {
  return {
    count: config.SPEAKER_COUNT,
    model: chosen !== null && isSpeakerModelId(chosen) ? chosen : undefined,
    modelPath: config.SPEAKER_MODEL_PATH ?? config.SPEECH_MODEL_PATH,
  }
}

/**
 * The file store.
 * @throws Error if the keys of a bucket are missing
 */
export function filesOf(config: Config): Files {
  const keys = { masterKey: deriveKey(config, 'stored files'), formerKeys: deriveFormerKeys(config, 'stored files') }
  if (config.FILES === 'local') return createFiles({ kind: 'local', folder: join(config.DATA_DIR, 'files'), ...keys })
  const { S3_ENDPOINT: endpoint, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = config
  if (!endpoint || !accessKeyId || !secretAccessKey)
    throw new Error('FILES=s3 needs S3_ENDPOINT, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.')
  return createFiles({ kind: 's3', endpoint, region: config.S3_REGION, accessKeyId, secretAccessKey, ...keys })
}

/**
 * Undefined without a secret key.
 * @throws Error if the secret key is set and another key is missing
 */
export function stripeSettings(config: Config): PaymentsConfig['stripe'] {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_API_BASE: apiBase } = config
  const { STRIPE_PUBLISHABLE_KEY: publishableKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = config
  if (!secretKey) return undefined
  if (!publishableKey || !webhookSecret)
    throw new Error('STRIPE_SECRET_KEY needs STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET.')
  return { secretKey, publishableKey, webhookSecret, apiBase }
}

/** Drafter, second reader and analyst. They share one embedded model, and follow the choice of it. */
function draftingOf(config: Config, engines: Engines): Pick<Providers, 'drafter' | 'secondReader' | 'analyst'> {
  const host = new ModelHost()
  const drafting = createChosenDrafting(
    () => engines.active('language').modelId,
    (model) => {
      const settings = drafterSettings(config, model, host)
      return {
        drafter: createDrafter(settings),
        secondReader: createSecondReader(settings),
        analyst: createAnalyst(settings),
      }
    },
    () => host.close(),
  )
  return { ...drafting, secondReader: config.SECOND_READING ? drafting.secondReader : null }
}

/** Settings of the language model for notes and insights, or of excerpts without one. `chosen` is the active listed model. */
export function drafterSettings(config: Config, chosen: string | null = null, host = new ModelHost()): DrafterConfig {
  return {
    kind: chosen === null ? (config.DRAFTER ?? 'extractive') : 'embedded',
    baseUrl: config.DRAFTER_BASE_URL,
    apiKey: config.DRAFTER_API_KEY,
    model: chosen ?? config.DRAFTER_MODEL,
    contextTokens: config.DRAFTER_CONTEXT_TOKENS,
    firstTokenMs: config.DRAFTER_FIRST_TOKEN_SECONDS * 1000,
    timeoutMs: config.DRAFTER_ANSWER_SECONDS * 1000,
    host,
    modelFolder: modelFolder(config),
    modelPath: chosen === null ? config.DRAFTER_MODEL_PATH : undefined,
    mirror: config.MODELS_MIRROR,
  }
}
