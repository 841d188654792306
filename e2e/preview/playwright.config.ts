import { timeLimit } from '@playhouse/testing/time-limit'
import { defineConfig } from '@playwright/test'
import shop from '../playwright.config.ts'

const { globalSetup: _preparedShops, globalTeardown: _theScreensOfTheShop, ...settings } = shop

/** The preview needs no server: a static host serves its files below a separate path. */
export default defineConfig({
  ...settings,
  testDir: '.',
  testMatch: '*.preview.ts',
  workers: 1,
  timeout: timeLimit(90_000),
})
