// An Attend in a process of its own that owns an embedded database until it is killed.
import { startEmbedded } from './embedded.ts'

const [folder = '', password = ''] = process.argv.slice(2)
try {
  await startEmbedded({ folder, password })
  process.stdout.write('started\n')
} catch (error) {
  process.stdout.write(`refused: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
