import { join } from 'node:path'
import { withHome } from './home.ts'
import { untilLine, withProcess } from './processes.ts'

/** Names no sound server: a browser has no audio output then. */
export const noSound = 'unix:/nonexistent'

/** Runs a sound server with one output that leads nowhere, as a machine with speakers has. */
export async function withSound(use: (pulseServer: string) => Promise<void>): Promise<void> {
  await withHome(async (home, env) => {
    const socket = join(home, 'pulse.socket')
    const modules = ['module-null-sink', `module-native-protocol-unix auth-anonymous=1 socket=${socket}`]
    const args = ['-n', '--daemonize=no', '--exit-idle-time=-1', '--use-pid-file=no', '--log-level=info']
    const loads = modules.flatMap((module) => ['--load', module])
    await withProcess(
      'pulseaudio',
      [...args, ...loads],
      { env, stdio: ['ignore', 'ignore', 'pipe'] },
      async ({ stderr }) => {
        if (!stderr) throw new Error('PulseAudio does not say when it is ready')
        await untilLine(stderr, /Daemon startup complete/)
        await use(`unix:${socket}`)
      },
    )
  })
}
