import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod'
import { provideEngines } from './engines.ts'
import { PlaywrightFailures, VitestFailures } from './failures.ts'
import { type Counts, execute, type Step } from './steps.ts'

const VitestReport = z.object({ numPassedTests: z.number() })
const PlaywrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
  errors: z.array(z.unknown()),
})

/** Tests run by Vitest. An unreadable report counts as one failure. */
export function vitest(name: string, ...args: string[]): Step {
  return testRun(name, async (report) => {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    const { code } = await execute('vitest', ['run', ...reporters, ...args])
    const results = await readJson(report)
    const { numPassedTests } = VitestReport.parse(results)
    const failures = VitestFailures.parse(results)
    return atLeastOne(code, { passed: numPassedTests, failed: failures.length, failures })
  })
}

/** Browser tests run by Playwright, of the projects in the arguments. */
export function playwright(name: string, ...args: string[]): Step {
  return testRun(name, async (report) => {
    const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: report }
    const { code } = await execute('playwright', ['test', ...args, '--reporter=list,json'], { env })
    const results = await readJson(report)
    const { stats, errors } = PlaywrightReport.parse(results)
    const failed = stats.unexpected + stats.flaky + errors.length
    return atLeastOne(code, { passed: stats.expected, failed, failures: PlaywrightFailures.parse(results) })
  })
}

/** Tests in Firefox and WebKit, whose packages exist only on Linux. Limited to ten minutes. */
export function engines(name: string): Step {
  const tests = playwright(name, '--project=firefox', '--project=webkit', '--global-timeout=600000')
  return {
    name,
    run: async () => {
      if (process.platform === 'linux') return (await provideEngines()) ? tests.run() : { passed: 0, failed: 1 }
      console.log('Skipped: the tests in Firefox and WebKit run on Linux only.')
      return { passed: 0, failed: 0 }
    },
  }
}

function testRun(name: string, run: (report: string) => Promise<Counts>): Step {
  return {
    name,
    run: async () => {
      const folder = await mkdtemp(join(tmpdir(), 'attend-report-'))
      try {
        return await run(join(folder, 'report.json'))
      } finally {
        await rm(folder, { recursive: true })
      }
    },
  }
}

/** A run without tests, or with a bad exit code but no failed test, counts as one failure. */
function atLeastOne(code: number, counts: Counts): Counts {
  const isGood = code === 0 && counts.passed > 0
  return isGood || counts.failed > 0 ? counts : { ...counts, failed: 1 }
}

async function readJson(file: string): Promise<unknown> {
  return JSON.parse(await readFile(file, 'utf8'))
}
