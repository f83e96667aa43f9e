import * as z from 'zod'

const flag = z.stringbool()
const list = z.string().transform((text) => text.split(',').map((item) => item.trim()))
/** `name=value` pairs, separated by commas, as in the variables of OpenTelemetry. */
const headerList = list.pipe(z.array(z.string().regex(/^[\w-]+=./, 'write name=value,name=value'))).transform((pairs) =>
  Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=')
      return [pair.slice(0, at), pair.slice(at + 1)]
    }),
  ),
)

/**
 * All settings of Attend. `npm run docs:settings` writes the README's configuration table from them; a check compares the
 * table with the settings.
 */
export const Settings = z.object({
  HOST: z.string().default('127.0.0.1').describe('Address to listen on.'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(4310).describe('Port to listen on; 0 takes a free one.'),
  HEALTH_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .optional()
    .describe('Port on which a worker-only process serves `/api/health/live` and `/api/health/ready`.'),
  DRAIN_SECONDS: z.coerce
    .number()
    .min(0)
    .max(5)
    .default(0)
    .describe(
      'Seconds that a stopping web process still serves requests while it is not ready, so that a proxy sends new ones to another process. 3 for several web processes.',
    ),
  PUBLIC_URL: z
    .url()
    .optional()
    .describe(
      'Address at which people open Attend. With https, cookies are sent over https only. Passkeys are bound to its host name.',
    ),
  ROLES: list
    .pipe(z.array(z.enum(['web', 'worker'])).min(1))
    .default(['web', 'worker'])
    .describe('What this process does: `web`, `worker` or both.'),
  WORKER_JOBS: z
    .enum(['all', 'long', 'short'])
    .default('all')
    .describe(
      'Jobs of a worker. `long`: recordings, transcriptions, notes, insights, models, backups, verification of the audit trail. `short`: everything else, such as mails. Some worker must take each kind.',
    ),
  TRANSCRIPTIONS_AT_ONCE: z.coerce
    .number()
    .int()
    .min(1)
    .max(64)
    .default(1)
    .describe(
      'Recordings that a worker transcribes at the same time. The embedded engine needs a core and up to 1.2 GB of memory for each.',
    ),
  DATA_DIR: z.string().default('.data').describe('Folder of the embedded database, recordings, models and the secret.'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'Expected postgres://user:password@host:5432/database.' })
    .optional()
    .describe(
      'A PostgreSQL 15 or newer to use instead of the embedded one. Its user owns the database and may create roles.',
    ),
  DATABASE_POOLER_URL: z
    .url()
    .optional()
    .describe(
      'Address of a pooler in transaction mode for requests and jobs, e.g. `postgres://pooler:6432/attend`. Queue, live progress, migrations and commands use `DATABASE_URL`.',
    ),
  DATABASE_PIPELINE: flag
    .default(true)
    .describe('Send several statements in one round trip. Turn off behind a pooler that does not allow it.'),
  APP_SECRET: z
    .string()
    .min(32)
    .optional()
    .describe(
      'Key from which cookies, files and database passwords are protected. If not given, it is created once in `DATA_DIR/secret`.',
    ),
  APP_SECRET_FORMER: list
    .pipe(z.array(z.string().min(32)))
    .optional()
    .describe('Former values of `APP_SECRET`, separated by commas. They stay valid while the secret is replaced.'),
  TRUST_PROXY: flag
    .default(false)
    .describe(
      'Take the caller’s address from `X-Forwarded-For`, and the request id from `X-Request-Id`. Only behind a proxy that sets them.',
    ),
  SIGN_IN_MAX_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .max(400)
    .default(30)
    .describe(
      'Days after which a sign-in ends, even if it is in use. A sign-in that is not used for 12 hours ends earlier.',
    ),
  CONNECTIONS_PER_ADDRESS: z.coerce
    .number()
    .int()
    .positive()
    .default(512)
    .describe(
      'Largest number of open connections from one address; with `TRUST_PROXY`, of requests. A browser opens up to six, and a clinic may share one address.',
    ),
  HSTS_SUBDOMAINS: flag
    .default(false)
    .describe(
      'Require https for every subdomain of `PUBLIC_URL` too (HSTS). Turn on only if all of them support https.',
    ),
  OFFER_DEMO: flag
    .optional()
    .describe(
      'Offer the demo practice at sign-in. By default, it is offered only if Attend uses the embedded database and is reachable from its own machine only. If it is offered to other machines, its visitors cannot record or upload.',
    ),
  UPLOAD_MAX_MB: z.coerce.number().positive().default(25).describe('Largest recording that may be uploaded.'),
  UPLOADS_PER_HOUR: z.coerce
    .number()
    .int()
    .positive()
    .default(60)
    .describe('Uploads that one person can start within an hour.'),
  STORAGE_QUOTA_GB: z.coerce
    .number()
    .positive()
    .default(50)
    .describe(
      'Gigabytes of audio that one organization can store. Owner and admins get a notice at 80 %. At the limit, new recordings and uploads are rejected; a recording in progress continues.',
    ),
  NOTE_TYPE_CHANGES: z.coerce.number().int().min(0).default(2).describe('Note type changes per session.'),
  NOTE_ENHANCEMENTS: z.coerce.number().int().min(0).default(2).describe('Enhancements per session.'),
  SPEECH_ENGINE: z
    .enum(['auto', 'endpoint', 'embedded', 'none'])
    .default('auto')
    .describe('Speech engine. `auto`: the endpoint when `SPEECH_BASE_URL` is set, else the embedded engine.'),
  SPEECH_BASE_URL: z
    .url()
    .optional()
    .describe('An OpenAI-compatible transcription endpoint, e.g. `http://localhost:8000/v1`.'),
  SPEECH_API_KEY: z.string().optional().describe('Key of that endpoint.'),
  SPEECH_MODEL: z
    .string()
    .optional()
    .describe(
      'Model: `whisper-1` by default for an endpoint. For the embedded engine, by default the one that is chosen under Settings, Engines, else `whisper-base.en-int8`.',
    ),
  SPEECH_LANGUAGE: z
    .string()
    .default('en')
    .describe(
      'Language spoken in sessions, e.g. `en`. `auto`: the engine detects it; it needs multilingual weights or an endpoint.',
    ),
  SPEECH_MODEL_PATH: z
    .string()
    .optional()
    .describe('Folder with the weights of the embedded engine, if they are installed by hand.'),
  SPEAKERS: z
    .enum(['local', 'off'])
    .default('local')
    .describe('Whether speakers of recordings with one channel are identified by their voices, on this machine.'),
  SPEAKER_COUNT: z
    .union([z.literal('auto'), z.coerce.number().int().min(2).max(6)])
    .default(2)
    .describe('Voices to look for: 2 to 6, or `auto` for as many as differ.'),
  SPEAKER_MODEL_PATH: z
    .string()
    .optional()
    .describe(
      'Folder with the weights that compare voices, if they are installed by hand. Default: `SPEECH_MODEL_PATH`.',
    ),
  MODELS_MIRROR: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'Server to download models from instead of where they are published: one folder per model, named by its id. Every file is verified by its SHA-256.',
    ),
  FFMPEG_PATH: z
    .string()
    .optional()
    .describe('The ffmpeg to decode with. Found on the PATH by default; `none` decodes without it.'),
  DRAFTER: z
    .enum(['extractive', 'embedded', 'openai-compatible', 'anthropic'])
    .optional()
    .describe(
      'How notes are drafted. `extractive` needs no language model; `embedded` runs one on this machine (docs/local-models.md). By default, the language model that is chosen under Settings, Engines; without one, `extractive`.',
    ),
  DRAFTER_BASE_URL: z.url().optional().describe('Endpoint of the language model (OpenAI-compatible, e.g. Ollama).'),
  DRAFTER_API_KEY: z.string().optional().describe('Key for the language model.'),
  DRAFTER_MODEL: z.string().optional().describe('Name of the language model; `qwen3-4b` by default for `embedded`.'),
  DRAFTER_MODEL_PATH: z
    .string()
    .optional()
    .describe('GGUF file of the embedded language model, if it is installed by hand. Needs `DRAFTER=embedded`.'),
  DRAFTER_CONTEXT_TOKENS: z.coerce
    .number()
    .int()
    .positive()
    .optional()
    .describe('Context window of the model, in tokens.'),
  DRAFTER_FIRST_TOKEN_SECONDS: z.coerce
    .number()
    .positive()
    .max(3600)
    .default(60)
    .describe(
      'Seconds within which the model must start to respond. A slow machine may need more to read a long session.',
    ),
  DRAFTER_ANSWER_SECONDS: z.coerce
    .number()
    .positive()
    .max(3600)
    .default(180)
    .describe('Seconds for a whole response of the model. An endpoint without a graphics card may need many minutes.'),
  SECOND_READING: flag
    .default(true)
    .describe(
      'Let the language model check each drafted sentence in a separate request, and point to passages about risk. A doubt flags the sentence; an approval removes no flag. `on` or `off`.',
    ),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'Expected smtp://host:25 or smtps://user:password@host:465.' })
    .optional()
    .describe(
      'Mail server, e.g. `smtps://user:password@mail.example:465`. Without one, mails are written to `DATA_DIR/outbox.jsonl`. At start, Attend prints a link that shows them, unless `PUBLIC_URL` is a public https address.',
    ),
  MAIL_FROM: z.string().default('Attend <attend@localhost>').describe('Sender of mails.'),
  OPERATOR_EMAIL: z
    .email()
    .optional()
    .describe(
      'Address that receives feature suggestions and, besides the platform admins, the warning that the audit trail or signed records were tampered with. Without it, suggestions are only stored in the database.',
    ),
  WELCOME_VIDEO_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'Address of a video player that welcomes first-time users, e.g. an embed link. Without it they get a short built-in tour.',
    ),
  SENTRY_DSN: z
    .url({ protocol: /^https?$/ })
    .refine((dsn) => {
      const { username, pathname } = new URL(dsn)
      return username !== '' && /\/\d+$/.test(pathname)
    }, 'Not a DSN. Expected https://key@host/project.')
    .optional()
    .describe(
      'Sentry project that errors of server and browsers are reported to, without messages, texts or names. Without it nothing is reported.',
    ),
  STRIPE_SECRET_KEY: z
    .string()
    .optional()
    .describe('Secret key of the Stripe account that receives payments. Without it, billing runs in test mode.'),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .optional()
    .describe('Publishable key of the Stripe account, for the card form in the browser.'),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .optional()
    .describe('Signing secret of the webhook that Stripe calls: `PUBLIC_URL/api/webhooks/payments`.'),
  STRIPE_API_BASE: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Address of a test server to use instead of Stripe’s API.'),
  AUDIT_ANCHOR: z
    .string()
    .optional()
    .describe(
      'File with the signed result of the last verification of the audit trail; `DATA_DIR/audit-anchor.json` by default. Choose a file on another disk or machine that database administrators cannot change.',
    ),
  FILES: z.enum(['local', 's3']).default('local').describe('Where recordings are stored (encrypted in both cases).'),
  S3_ENDPOINT: z.url().optional().describe('Address of the bucket, with its name.'),
  S3_REGION: z.string().default('auto').describe('Region of the bucket.'),
  S3_ACCESS_KEY_ID: z.string().optional().describe('Access key of the bucket.'),
  S3_SECRET_ACCESS_KEY: z.string().optional().describe('Secret key of the bucket.'),
  BACKUP_TO: z
    .string()
    .optional()
    .describe(
      'Folder or address of a bucket (`https://s3.example.com/bucket`) for encrypted backups; `DATA_DIR/backups` by default. Choose a place on another disk or machine.',
    ),
  BACKUP_NIGHTLY: flag
    .optional()
    .describe('Back up every night (02:31 UTC). By default, only with the embedded database. `on` or `off`.'),
  BACKUP_KEEP: z.coerce
    .number()
    .int()
    .min(1)
    .default(14)
    .describe('Number of backups to retain. Older ones are deleted.'),
  BACKUP_WAL: flag
    .default(false)
    .describe(
      'Archive every change of the embedded database to `BACKUP_TO`, so that any moment can be restored, and at most five minutes are lost with the disk. `on` or `off`.',
    ),
  BACKUP_S3_REGION: z.string().default('auto').describe('Region of the bucket of backups.'),
  BACKUP_S3_ACCESS_KEY_ID: z.string().optional().describe('Access key of the bucket of backups.'),
  BACKUP_S3_SECRET_ACCESS_KEY: z.string().optional().describe('Secret key of the bucket of backups.'),
  METRICS_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .optional()
    .describe(
      'Port on which this process serves figures for Prometheus at `/metrics` (docs/operations.md). Off by default.',
    ),
  METRICS_HOST: z
    .string()
    .default('127.0.0.1')
    .describe('Address of that port. Other machines can read it only with `METRICS_TOKEN`.'),
  METRICS_TOKEN: z
    .string()
    .min(24)
    .optional()
    .describe(
      'Token that a request for figures must carry (`Authorization: Bearer …`), 24 characters or more. Without `METRICS_PORT`, figures are then served at `/metrics` of the product’s own port, or of `HEALTH_PORT`.',
    ),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'Address of a collector of OpenTelemetry, e.g. `http://127.0.0.1:4318`. Attend then sends it a trace of each request and job, without clinical text. Off by default.',
    ),
  OTEL_EXPORTER_OTLP_HEADERS: headerList
    .optional()
    .describe('Headers for the collector, e.g. `authorization=Bearer abc,tenant=clinic`.'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe('Share of traces to send, from 0 to 1. A proxy’s decision takes precedence (with `TRUST_PROXY`).'),
  ACCESS_LOG: flag
    .default(true)
    .describe(
      'Log a line per request: method, path pattern, status, milliseconds, bytes and request id. `on` or `off`.',
    ),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'])
    .default('info')
    .describe('How much is logged. Clinical text never is.'),
})
