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

/** Tests that need a real browser: pixels, memory, lost contexts. Software WebGL draws the same on every machine. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.browser.ts',
  globalSetup: './build-page.ts',
  snapshotPathTemplate: '{testDir}/reference/{arg}{ext}',
  fullyParallel: true,
  workers: process.env['E2E_WORKERS'] ? Number(process.env['E2E_WORKERS']) : 2,
  timeout: timeLimit(90_000),
  expect: { timeout: usualWait },
  retries: process.env['CI'] ? 1 : 0,
  reporter: process.env['CI'] ? [['line'], ['json', { outputFile: 'test-results/report.json' }]] : 'line',
  use: {
    viewport: { width: 480, height: 300 },
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        '--no-sandbox',
        '--use-angle=swiftshader',
        '--enable-unsafe-swiftshader',
        '--ignore-gpu-blocklist',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--no-first-run',
        // Glyph edges depend on these, which a machine may have set otherwise.
        '--font-render-hinting=none',
        '--disable-lcd-text',
        '--force-color-profile=srgb',
      ],
    },
  },
})
