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
    vitest('unit and server tests'),
    {
      name: 'browser',
      run: async () => ((await provideBrowser()) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }),
    },
    playwright('browser tests', '--project=pages'),
    playwright('browser tests of recording', '--project=recording'),
    engines('tests in Firefox and WebKit'),
  ]),
)
