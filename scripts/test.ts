// npm test: all checks and tests, from types to browser tests. The failures and the counts come last.
import { provideBrowser } from './browser.ts'
import { checks } from './checks.ts'
import { close, command, runSteps, sum } from './steps.ts'
import { engines, playwright, vitest } from './test-runs.ts'

// Tests of the start need the built pages.
const pages = command('pages', process.execPath, 'scripts/build-web.ts')

close(
  sum(
    await runSteps([...checks, pages], 2),
    await runSteps([
      vitest('unit and server tests'),
      {
        name: 'browser',
        run: async () => ((await provideBrowser()) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }),
      },
      playwright('browser tests', '--project=pages'),
      playwright('browser tests of recording', '--project=recording'),
      engines('tests in Firefox and WebKit'),
    ]),
  ),
)
