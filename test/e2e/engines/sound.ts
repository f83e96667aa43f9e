import { type ChildProcess, spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { encodeWav } from '#shared/audio/wav.ts'
import { withHome } from './home.ts'
import { untilLine, withProcess } from './processes.ts'

export interface SoundServer {
  /** Address in the format of `PULSE_SERVER`. */
  address: string
  /** Plays these samples (16 kHz) into the microphone from now on, in place of earlier samples. */
  play(samples: Int16Array): Promise<void>
  silence(): void
}

/** An address without a sound server, so that a browser has no audio output. */
export const noSound = 'unix:/nonexistent'

/** Devices of the sound server. The microphone records what is played into `voice`; the output of browsers is discarded. */
const devices = [
  'module-null-sink sink_name=speakers',
  'module-null-sink sink_name=voice',
  'module-remap-source master=voice.monitor source_name=microphone',
]

/** The default devices of a browser. */
export const soundDevices = { PULSE_SINK: 'speakers', PULSE_SOURCE: 'microphone' }

/** Runs a sound server with a microphone and an output, like a machine with speakers. */
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
        if (!stderr) throw new Error('PulseAudio has no standard error to wait for')
        await untilLine(stderr, /Daemon startup complete/)
        const address = `unix:${socket}`
        let playing: ChildProcess | undefined
        const silence = () => void playing?.kill()
        await use({
          address,
          silence,
          async play(samples) {
            silence()
            const file = join(home, 'voice.wav')
            await writeFile(file, encodeWav(samples))
            playing = spawn('paplay', ['--device=voice', file], {
              env: { ...env, PULSE_SERVER: address },
              stdio: 'ignore',
            })
          },
        })
        silence()
      },
    )
  })
}
