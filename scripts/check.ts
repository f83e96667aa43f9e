// npm run check: all static checks, and the tests of rules, pages, scripts and specified texts.
import { checks } from './checks.ts'
import { close, runSteps, sum } from './steps.ts'
import { vitest } from './test-runs.ts'

close(
  sum(
    await runSteps(checks, 2),
    await runSteps([
      vitest(
        'rules',
        '--project=rules',
        '--project=isolated',
        'src/shared',
        'src/server/clinical-text',
        'src/web',
        'scripts',
        'test/texts',
      ),
    ]),
  ),
)
