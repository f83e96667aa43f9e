// A separate process that owns an embedded database until it is stopped or killed.
import { startEmbedded } from './embedded.ts'

const [folder = '', password = ''] = process.argv.slice(2)
const print = (first: unknown, text?: string) =>
  void process.stdout.write(`${text ?? (typeof first === 'string' ? first : '')}\n`)
try {
  const server = await startEmbedded({ folder, password, log: { warn: print, error: print } })
  process.once('SIGTERM', () => void server.stop().then(() => process.exit(0)))
  print('started')
} catch (error) {
  print(`refused: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}
