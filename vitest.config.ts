import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { timeLimit, usualWait } from '@playhouse/testing/time-limit'
import { defineConfig } from 'vitest/config'

/** On a busy machine a condition may take longer than on an idle one. */
const patient = { poll: { timeout: usualWait } }

const unitTests = [
  '{packages/*,fixtures,brands,apps/preview,apps/shop,apps/payment-sandbox}/**/*.test.{ts,tsx}',
  '{tools,bench}/**/*.test.mjs',
]
const excluded = ['**/node_modules/**', '**/dist/**']
/** Unit tests that ask for a document in their first line. */
const testsWithDocument = globSync(unitTests, { cwd: import.meta.dirname, exclude: excluded }).filter((file) =>
  readFileSync(join(import.meta.dirname, file), 'utf8').startsWith('// @vitest-environment jsdom'),
)

/** Packages whose modules name each other without extensions, which Node cannot load. */
const inlined = { deps: { inline: [/@zxing\/library/] } }

const unit = {
  expect: patient,
  // Property tests generate a thousand halls; a busy machine must not fail them.
  testTimeout: timeLimit(60_000),
  hookTimeout: timeLimit(60_000),
  server: inlined,
}

/** Projects: unit tests without and with a document, and server tests, which share one real PostgreSQL. */
export default defineConfig({
  test: {
    // Tests of the server wait for the database, and those of screens for timers: one file alone leaves a processor idle.
    maxWorkers: availableParallelism() + 1,
    projects: [
      // Modules load once per worker, not once per file.
      { test: { ...unit, name: 'unit', isolate: false, include: unitTests, exclude: [...excluded, ...testsWithDocument] } },
      { test: { ...unit, name: 'unit-dom', setupFiles: ['packages/testing/src/screen-timeouts.ts'], include: testsWithDocument } },
      {
        test: {
          name: 'server',
          expect: patient,
          // The server's modules load once per worker, not once per file.
          isolate: false,
          include: ['apps/server/src/**/*.test.{ts,tsx}'],
          globalSetup: ['apps/server/src/db/testing/start.ts'],
          // Reached only by tests that hang.
          testTimeout: timeLimit(60_000),
          // Hooks start processes and create databases.
          hookTimeout: timeLimit(120_000),
        },
      },
    ],
  },
})
