import { createTransport } from 'nodemailer'
import type { Config } from '#server/config.ts'
import { findFfmpeg } from '#server/providers/media/ffmpeg.ts'
import { drafterSettings, speechSettings } from '#server/providers/providers.ts'
import { createDrafter } from '#server/providers/drafter/create.ts'
import { createEngines, modelFolder } from '#server/providers/engines/create.ts'
import { createSpeech } from '#server/providers/speech/create.ts'
import { sendsMail } from './check-settings.ts'
import { type Finding, fault, reasonOf, warning } from './finding.ts'

const patienceMs = 10_000

/** Whether the mail server accepts Attend's sign-in. Sends nothing. */
export async function checkMail(config: Config): Promise<Finding[]> {
  const { SMTP_URL, MAIL_FROM } = config
  if (!sendsMail(config))
    return [
      fault(
        'mail',
        'No mail is sent: SMTP_URL is not set, and the outbox page is off at a public address.',
        'Set SMTP_URL.',
      ),
    ]
  if (SMTP_URL === undefined) return []
  const transport = createTransport({ url: SMTP_URL, connectionTimeout: patienceMs, greetingTimeout: patienceMs })
  try {
    await transport.verify()
  } catch (error) {
    return [
      fault(
        'mail',
        `The mail server does not accept Attend. ${reasonOf(error)}`,
        'Check host, port, user and password in SMTP_URL.',
      ),
    ]
  } finally {
    transport.close()
  }
  return MAIL_FROM.includes('@localhost')
    ? [
        warning(
          'mail',
          `Mails are sent as ${MAIL_FROM}, which most servers reject.`,
          'Set MAIL_FROM to your own address.',
        ),
      ]
    : []
}

/** Whether the speech engine, ffmpeg and the language model are set up and respond. */
export async function checkEngines(config: Config): Promise<Finding[]> {
  return [
    ...(await checkSpeech(config)),
    ...(await checkFfmpeg(config)),
    ...checkDrafter(config),
    ...(await checkEndpoint('The language model', 'DRAFTER_BASE_URL', config.DRAFTER_BASE_URL)),
  ]
}

const enginesOf = (config: Config) => createEngines({ folder: modelFolder(config), settings: config })

async function checkSpeech(config: Config): Promise<Finding[]> {
  const { SPEECH_ENGINE, SPEECH_BASE_URL } = config
  if (SPEECH_ENGINE === 'none')
    return [warning('engines', 'No session is transcribed: SPEECH_ENGINE is none.', 'Set SPEECH_ENGINE=auto.')]
  const isEndpoint = SPEECH_ENGINE === 'endpoint' || (SPEECH_ENGINE === 'auto' && SPEECH_BASE_URL !== undefined)
  try {
    const engines = enginesOf(config)
    const models = { speech: engines.active('speech').modelId, speakers: engines.active('speakers').modelId }
    const speech = createSpeech(speechSettings(config, models))
    const { state } = speech.status()
    await speech.close()
    if (isEndpoint) return await checkEndpoint('The speech engine', 'SPEECH_BASE_URL', SPEECH_BASE_URL)
    if (state === 'ready') return []
    return [
      warning(
        'engines',
        config.SPEECH_MODEL_PATH === undefined
          ? 'The speech model is not downloaded yet: the first session waits for it.'
          : `${config.SPEECH_MODEL_PATH} contains no speech model.`,
        config.SPEECH_MODEL_PATH === undefined
          ? 'Download one under Settings, Engines, or run npm run speech:install.'
          : 'Put encoder, decoder and tokens into SPEECH_MODEL_PATH, or unset it.',
      ),
    ]
  } catch (error) {
    return [fault('engines', `The speech engine is not set up. ${reasonOf(error)}`, 'Correct the SPEECH_ settings.')]
  }
}

async function checkFfmpeg({ FFMPEG_PATH }: Config): Promise<Finding[]> {
  if (FFMPEG_PATH === undefined || FFMPEG_PATH === 'none' || (await findFfmpeg(FFMPEG_PATH))) return []
  return [
    fault(
      'engines',
      `FFMPEG_PATH is ${FFMPEG_PATH}, which is not a working ffmpeg.`,
      'Correct FFMPEG_PATH, or unset it.',
    ),
  ]
}

function checkDrafter(config: Config): Finding[] {
  try {
    createDrafter(drafterSettings(config, enginesOf(config).active('language').modelId)).close?.()
    return []
  } catch (error) {
    return [fault('engines', `The language model is not set up. ${reasonOf(error)}`, 'Correct the DRAFTER_ settings.')]
  }
}

/** Any response will do: only the address is checked, without a key or a text. */
async function checkEndpoint(name: string, setting: string, url: string | undefined): Promise<Finding[]> {
  if (url === undefined) return []
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(patienceMs), redirect: 'manual' })
    await response.body?.cancel()
    return []
  } catch (error) {
    const problem = `${name} at ${new URL(url).host} does not respond. ${reasonOf(error)}`
    return [fault('engines', problem, `Start it, or correct ${setting}.`)]
  }
}
