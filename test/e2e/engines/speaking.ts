import { speechRate } from '#shared/audio/speech-rate.ts'
import type { Browser } from './browser.ts'
import type { TherapistBrowser } from './fixtures.ts'
import { startSession } from './steps.ts'

/** Starts the session of the open view, with these samples (16 kHz) as microphone instead of a tone. */
export async function startSpeaking(therapist: TherapistBrowser, samples: Int16Array): Promise<void> {
  const { browser, sound } = therapist
  if (!browser.usesSoundServer) await speakIntoPage(browser, samples)
  await startSession(therapist)
  if (browser.usesSoundServer) await sound.play(samples)
}

async function speakIntoPage(browser: Browser, samples: Int16Array): Promise<void> {
  const base64 = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength).toString('base64')
  await browser.run(`(${replaceSound.toString()})('${base64}', ${speechRate})`)
}

/** Runs in the page. */
function replaceSound(base64: string, sampleRate: number): void {
  // Replaced on the prototype, because WebKit's garbage collector deletes properties of `navigator.mediaDevices`.
  const devices = MediaDevices.prototype
  const open = devices.getUserMedia.bind(navigator.mediaDevices)
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  const samples = Float32Array.from(new Int16Array(bytes.buffer), (sample) => sample / 32_768)
  devices.getUserMedia = async (constraints) => {
    // The context stays open: a page that uses a microphone may start an AudioContext.
    await open(constraints)
    const context = new AudioContext()
    await context.resume()
    const source = context.createBufferSource()
    source.buffer = context.createBuffer(1, samples.length, sampleRate)
    source.buffer.copyToChannel(samples, 0)
    const destination = context.createMediaStreamDestination()
    destination.channelCount = 1
    source.connect(destination)
    source.start()
    return destination.stream
  }
}
