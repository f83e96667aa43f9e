// npm run check: everything that is known in about a minute.
import { checks } from './checks.ts'
import { close, runSteps } from './steps.ts'
import { vitest } from './test-runs.ts'

close(
  await runSteps([
    ...checks,
    vitest('rules', '--project', 'rules', 'src/shared', 'src/server/clinical-text', 'src/web', 'scripts', 'test/texts'),
  ]),
)
