// npm test: all checks and tests, from types to browser tests. The last line has the counts.
import { provideBrowser } from './browser.ts'
import { checks } from './checks.ts'
import { close, command, runSteps } from './steps.ts'
import { engines, playwright, vitest } from './test-runs.ts'

close(
  await runSteps([
    ...checks,
    // Tests of the start need the built pages.
    command('pages', process.execPath, 'scripts/build-web.ts'),
    vitest('tests of rules and server'),
    {
      name: 'browser',
      run: async () => ((await provideBrowser()) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }),
    },
    playwright('journeys', '--project=pages'),
    playwright('journeys of a recording', '--project=recording'),
    engines('journeys in Firefox and WebKit'),
  ]),
)
