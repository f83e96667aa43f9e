import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { contractPlugin } from './scripts/vite-contract.ts'

/** They replace globals such as fetch and IndexedDB, or start processes and servers. */
const isolated = [
  'src/web/api/error-reports.test.ts',
  'src/web/app/query-client.test.ts',
  'src/web/features/billing/billing-queries.test.ts',
  'src/web/features/{playback,recorder,upload}/**/*.test.ts',
  'src/server/providers/*.test.ts',
  // The built-in payments store their data in the database.
  'src/server/providers/!(payments)/**/*.test.ts',
]
const rules = [
  'src/shared/**/*.test.ts',
  'src/web/**/*.test.ts',
  'src/server/clinical-text/**/*.test.ts',
  'scripts/**/*.test.ts',
  'test/texts/*.test.ts',
]
/** They start the product about thirty times. */
const starts = ['scripts/{image,start,stop,stop-signals}.test.ts']

export default defineConfig({
  test: {
    pool: 'forks',
    // Test files wait for PostgreSQL half of the time, so one worker more than cores is the fastest.
    maxWorkers: availableParallelism() + 1,
    testTimeout: 20_000,
    hookTimeout: 60_000,
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
          exclude: [...rules, ...isolated, 'src/server/features/**'],
          globalSetup: ['test/postgres.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'features',
          include: ['src/server/features/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: rules,
          globalSetup: ['test/postgres.ts'],
          // They import nearly everything and leave no state in it, so a worker reuses the loaded modules.
          isolate: false,
        },
      },
    ],
  },
})
