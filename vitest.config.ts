import { availableParallelism } from 'node:os'
import { timeLimit, usualWait } from '@playhouse/testing/time-limit'
import { defineConfig } from 'vitest/config'

/** On a busy machine a condition may take longer than on an idle one. */
const patient = { poll: { timeout: usualWait } }

/** Two projects: unit tests, and server tests, which share one real PostgreSQL. */
export default defineConfig({
  test: {
    // Tests of the server wait for the database, and those of screens for timers: one file alone leaves a processor idle.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        test: {
          name: 'unit',
          expect: patient,
          setupFiles: ['packages/testing/src/screen-timeouts.ts'],
          include: [
            '{packages/*,fixtures,brands,apps/preview,apps/shop,apps/payment-sandbox}/**/*.test.{ts,tsx}',
            '{tools,bench}/**/*.test.mjs',
          ],
          exclude: ['**/node_modules/**', '**/dist/**'],
          // Property tests generate a thousand halls; a busy machine must not fail them.
          testTimeout: timeLimit(60_000),
          hookTimeout: timeLimit(60_000),
        },
      },
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
