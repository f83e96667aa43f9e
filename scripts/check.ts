// npm run check: all checks of about a minute.
import { checks } from './checks.ts'
import { close, runSteps } from './steps.ts'
import { vitest } from './test-runs.ts'

close(
  await runSteps([
    ...checks,
    vitest('rules', '--project', 'rules', 'src/shared', 'src/server/clinical-text', 'src/web', 'scripts', 'test/texts'),
  ]),
)
