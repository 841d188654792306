// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { brandSchema } from '@playhouse/domain/brand'
import { problem } from '@playhouse/domain/problem'
import { initI18n, loadMessages } from '#i18n'
import { closeScreen, openScreen } from '#testing'
import { GiftAidProblem } from './GiftAidFields.tsx'

afterEach(closeScreen)

const brand = brandSchema.parse(JSON.parse(readFileSync(join(import.meta.dirname, '../../../../../brands/kingston/brand.json'), 'utf8')))

it.each([
  ['details-not-updated', /^The customer's address book is full/],
  ['no-customer', /^The counter serves another customer now/],
  ['gift-aid-address-required', /^A Gift Aid declaration needs your name and home address/],
] as const)('shows why a declaration was not recorded: %s', async (code, text) => {
  await initI18n(brand, 'en')
  await loadMessages('counter')
  const element = <GiftAidProblem problem={{ ...problem(code), requestId: 'request' }} />
  await openScreen({ at: '/', routes: [{ path: '/', element }], brand })
  expect(await screen.findByText(text)).toBeTruthy()
})
