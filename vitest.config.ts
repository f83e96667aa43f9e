import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { contractPlugin } from './scripts/vite-contract.ts'
import { compileCache } from './test/e2e/compile-cache.ts'
import { keepTemporaryFilesInMemory } from './test/memory-folder.ts'

keepTemporaryFilesInMemory()

/** They replace modules or globals that other tests use, or start threads and processes for models. */
const isolated = [
  'src/web/api/error-reports.test.ts',
  'src/web/app/query-client.test.ts',
  'src/web/features/billing/billing-queries.test.ts',
  'src/web/features/playback/player.test.ts',
  'src/web/features/recorder/engine/recorder-machine.test.ts',
  'src/web/features/recorder/engine/chunks/*.test.ts',
  'src/web/features/upload/send-chunks.test.ts',
  'src/server/providers/{analyst,drafter}/**/*.test.ts',
  'src/server/providers/media/decode.test.ts',
  'src/server/providers/speech/{contract,embedded,real-weights,warm}.test.ts',
  'src/server/providers/speech/speakers/{own-voice,real-weights,with-speakers}.test.ts',
]
const rules = [
  'src/shared/**/*.test.ts',
  'src/web/**/*.test.ts',
  'src/server/clinical-text/**/*.test.ts',
  'src/server/providers/*.test.ts',
  // The built-in payments store their data in the database.
  'src/server/providers/!(payments)/**/*.test.ts',
  'scripts/**/*.test.ts',
  'test/texts/*.test.ts',
]
/** Tests of the server that import nearly everything and leave no state in it. */
const sharing = [
  'src/server/{audit-trail,http,jobs,monitoring,session-pipeline}/**/*.test.ts',
  'src/server/providers/payments/**/*.test.ts',
  'src/server/features/**/*.test.ts',
  'test/**/*.test.ts',
]
/** They start the product about thirty times. */
const starts = ['scripts/{image,start,stop,stop-signals}.test.ts']

export default defineConfig({
  test: {
    pool: 'forks',
    env: compileCache,
    // Test files wait for PostgreSQL half of the time, so one worker more than cores is the fastest.
    maxWorkers: availableParallelism() + 1,
    // Far longer than any test takes, because machines are busy at times: they only end tests that hang.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    projects: [
      { extends: true, test: { name: 'starts', include: starts } },
      { extends: true, test: { name: 'isolated', include: isolated } },
      {
        extends: true,
        // A worker reuses the loaded modules, which takes half of the time.
        test: { name: 'rules', include: rules, exclude: [...starts, ...isolated], isolate: false },
      },
      {
        extends: true,
        plugins: [contractPlugin()],
        test: {
          name: 'web',
          include: ['src/web/**/*.test.tsx'],
          environment: 'jsdom',
          setupFiles: ['src/web/testing/setup.ts'],
          // Every file loads the whole app; a worker loads it once.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['src/server/**/*.test.ts'],
          exclude: [...rules, ...sharing],
          globalSetup: ['test/postgres.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'features',
          include: sharing,
          exclude: rules,
          globalSetup: ['test/postgres.ts'],
          isolate: false,
        },
      },
    ],
  },
})
