import { existsSync } from 'node:fs'
import { timeLimit, usualWait } from '@playhouse/testing/time-limit'
import { defineConfig } from '@playwright/test'

/** A system Chromium: Playwright's own download may not be possible. */
const executablePath = [
  process.env['CHROMIUM_PATH'],
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((path) => path && existsSync(path))

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  globalSetup: './support/server.ts',
  // After a complete run: every screen must have been checked on desktop, on a phone and by keyboard.
  globalTeardown: './support/every-screen.ts',
  fullyParallel: false,
  workers: process.env['E2E_WORKERS'] ? Number(process.env['E2E_WORKERS']) : 3,
  timeout: timeLimit(120_000),
  expect: { timeout: usualWait },
  // Tests tagged @money or @seats have no retry: support/test.ts.
  retries: process.env['CI'] ? 1 : 0,
  reporter: process.env['CI'] ? [['line'], ['json', { outputFile: 'test-results/report.json' }]] : 'line',
  use: {
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    // A view transition paints two whole pages. Some journeys ask for motion: by mouse, by touch, and those of navigation and shifts.
    reducedMotion: 'reduce',
    viewport: { width: 1280, height: 800 },
    // Without these an action waits as long as its whole test, which for a long journey is many minutes.
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    // A trace costs a tenth of the processor, a page put together on a drawn graphics card a fifth.
    trace: process.env['CI'] ? 'on-first-retry' : 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        '--no-sandbox',
        '--use-angle=swiftshader',
        '--enable-unsafe-swiftshader',
        '--ignore-gpu-blocklist',
        '--disable-gpu-compositing',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
})
