// npm test: everything, from types to journeys in a browser. The last line counts.
import { provideBrowser } from './browser.ts'
import { checks } from './checks.ts'
import { close, command, runSteps } from './steps.ts'
import { engines, playwright, vitest } from './test-runs.ts'

close(
  await runSteps([
    ...checks,
    // Tests of the start need the pages, too.
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
