// An Attend in a process of its own that owns an embedded database until it is stopped or killed.
import { startEmbedded } from './embedded.ts'

const [folder = '', password = ''] = process.argv.slice(2)
const say = (first: unknown, text?: string) =>
  void process.stdout.write(`${text ?? (typeof first === 'string' ? first : '')}\n`)
try {
  const server = await startEmbedded({ folder, password, log: { warn: say, error: say } })
  process.once('SIGTERM', () => void server.stop().then(() => process.exit(0)))
  say('started')
} catch (error) {
  say(`refused: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}
