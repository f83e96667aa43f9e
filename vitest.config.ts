import { defineConfig } from 'vitest/config'

const withoutDatabase = [
  'src/shared/**/*.test.ts',
  'src/web/**/*.test.ts',
  'src/server/providers/*.test.ts',
  // The built-in payments keep their world in the database.
  'src/server/providers/!(payments)/**/*.test.ts',
  'scripts/**/*.test.ts',
  'test/texts/*.test.ts',
]

export default defineConfig({
  test: {
    pool: 'forks',
    // Files wait for PostgreSQL for half of their time.
    maxWorkers: '100%',
    // What a worker has imported it keeps for its next file; nothing that a test replaces outlives it.
    isolate: false,
    unstubGlobals: true,
    restoreMocks: true,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    projects: [
      { extends: true, test: { name: 'rules', include: withoutDatabase } },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['src/server/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: withoutDatabase,
          globalSetup: ['test/postgres.ts'],
        },
      },
    ],
  },
})
