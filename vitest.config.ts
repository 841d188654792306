import { availableParallelism } from 'node:os'
import { timeLimit, usualWait } from '@playhouse/testing/time-limit'
import { defineConfig } from 'vitest/config'

/** A busy machine may keep a condition waiting that comes at once on a quiet one. */
const patient = { poll: { timeout: usualWait } }

/** Two kinds of test: those that need nothing, and the server's, which share one real PostgreSQL. */
export default defineConfig({
  test: {
    // Tests of the server wait for the database, and those of screens for timers: one file alone leaves a processor idle.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        test: {
          name: 'unit',
          expect: patient,
          setupFiles: ['packages/testing/src/patient-screens.ts'],
          include: [
            '{packages/*,fixtures,brands,apps/preview,apps/shop,apps/payment-sandbox}/**/*.test.{ts,tsx}',
            '{tools,bench}/**/*.test.mjs',
          ],
          exclude: ['**/node_modules/**', '**/dist/**'],
          // Property tests walk a thousand halls; a busy machine must not fail them.
          testTimeout: timeLimit(60_000),
          hookTimeout: timeLimit(60_000),
        },
      },
      {
        test: {
          name: 'server',
          expect: patient,
          // What a server is made of loads once a worker and not once a file.
          isolate: false,
          include: ['apps/server/src/**/*.test.{ts,tsx}'],
          globalSetup: ['apps/server/src/db/testing/start.ts'],
          // Nobody waits for it but those whom something keeps waiting.
          testTimeout: timeLimit(60_000),
          // A hook starts processes and makes databases.
          hookTimeout: timeLimit(120_000),
        },
      },
    ],
  },
})
