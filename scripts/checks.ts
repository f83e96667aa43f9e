import { command, type Step } from './steps.ts'

/** Checks that do not run the product. */
export const checks: readonly Step[] = [
  // One checker for each project: every further one repeats the types that they share.
  command('types', 'tsc', '-b', '--checkers', '1'),
  command('lint', 'oxlint', '--type-aware', '--deny-warnings'),
  command('format', 'oxfmt', '--check'),
  command('boundaries', 'depcruise', 'src', 'test', 'scripts', 'bench', '--config', '.dependency-cruiser.cjs'),
  command('unused', 'knip'),
  command('dictionary', 'node', 'scripts/build-dictionary.ts', '--check'),
  command('words', 'node', 'scripts/check-words.ts'),
  command('schema', 'node', 'scripts/db-schema.ts', '--check'),
  command('settings', 'node', 'scripts/readme-settings.ts', '--check'),
]
