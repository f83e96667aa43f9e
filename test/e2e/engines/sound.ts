import { type ChildProcess, spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { encodeWav } from '#server/providers/media/wav.ts'
import { withHome } from './home.ts'
import { untilLine, withProcess } from './processes.ts'

export interface SoundServer {
  /** As `PULSE_SERVER` names it. */
  address: string
  /** Lets its microphone hear these samples (16 kHz) from now on, instead of others. */
  say(samples: Int16Array): Promise<void>
  hush(): void
}

/** Names no sound server: a browser has no audio output then. */
export const noSound = 'unix:/nonexistent'

/** Its microphone hears what is played into `voice`; what browsers play leads nowhere. */
const devices = [
  'module-null-sink sink_name=speakers',
  'module-null-sink sink_name=voice',
  'module-remap-source master=voice.monitor source_name=microphone',
]

/** The devices that a browser takes by itself. */
export const soundDevices = { PULSE_SINK: 'speakers', PULSE_SOURCE: 'microphone' }

/** Runs a sound server with a microphone, and with an output as a machine with speakers has. */
export async function withSound(use: (sound: SoundServer) => Promise<void>): Promise<void> {
  await withHome(async (home, env) => {
    const socket = join(home, 'pulse.socket')
    const modules = [...devices, `module-native-protocol-unix auth-anonymous=1 socket=${socket}`]
    const args = ['-n', '--daemonize=no', '--exit-idle-time=-1', '--use-pid-file=no', '--log-level=info']
    const loads = modules.flatMap((module) => ['--load', module])
    await withProcess(
      'pulseaudio',
      [...args, ...loads],
      { env, stdio: ['ignore', 'ignore', 'pipe'] },
      async ({ stderr }) => {
        if (!stderr) throw new Error('PulseAudio does not say when it is ready')
        await untilLine(stderr, /Daemon startup complete/)
        const address = `unix:${socket}`
        let playing: ChildProcess | undefined
        const hush = () => void playing?.kill()
        await use({
          address,
          hush,
          async say(samples) {
            hush()
            const file = join(home, 'voice.wav')
            await writeFile(file, encodeWav(samples))
            playing = spawn('paplay', ['--device=voice', file], {
              env: { ...env, PULSE_SERVER: address },
              stdio: 'ignore',
            })
          },
        })
        hush()
      },
    )
  })
}
