import { speechRate } from '#shared/audio/speech-rate.ts'
import { test as base } from '../fixtures.ts'
import { withMicrophone } from './microphone.ts'
import { createProbe, type Probe } from './probe.ts'

export { expect, signIn, signInAgain } from '../fixtures.ts'

/** Tests with a microphone that records the spoken session, and with a probe of the captured audio. */
export const test = base.extend<{ probe: Probe }, object>({
  launchOptions: [
    async ({ launchOptions, spoken }, use) => {
      await withMicrophone(spoken.samples.subarray(0, speechRate * 60), (args) =>
        use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...args] }),
      )
    },
    { scope: 'worker' },
  ],
  permissions: ['microphone'],
  probe: async ({ context }, use) => {
    const probe = createProbe()
    await probe.watch(context)
    await use(probe)
  },
})
