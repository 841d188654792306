// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { brandSchema } from '@playhouse/domain/brand'
import { money } from '@playhouse/domain/money'
import { afterEach, expect, it } from 'vitest'
import { SpeechProvider } from './SpeechProvider.tsx'
import { startSpeech, switchLocale } from './speech.ts'
import { useFormats } from './useFormats.ts'
import { useWords } from './useWords.ts'

const brand = brandSchema.parse(JSON.parse(readFileSync(join(import.meta.dirname, '../../../../brands/bridge/brand.json'), 'utf8')))
afterEach(cleanup)

function Sign() {
  const t = useWords('shell')
  const { money: price, when, list } = useFormats()
  return (
    <p>
      {t('basket')}, {t('basket:count', { count: 1 })} · {t('basket:count', { count: 2 })} · {price(money(4500))} ·{' '}
      {when({ startsAt: '2026-02-03T19:30:00Z', timeZone: 'Europe/London' })} · {list(['A', 'B', 'C'])}
    </p>
  )
}
const show = () =>
  render(
    <SpeechProvider currency="GBP" timeZone="Europe/London">
      <Sign />
    </SpeechProvider>,
  )

it('speaks the locale it starts in, then another, and remembers that', async () => {
  await startSpeech(brand, 'en')
  show()
  expect(screen.getByText(/Basket, 1 ticket · 2 tickets · £45.00 · Tue 3 Feb, 7.30pm · A, B and C/)).toBeTruthy()
  expect(document.documentElement.lang).toBe('en-GB')

  await switchLocale(brand, 'en-us')
  await waitFor(() => expect(screen.getByText(/^Cart, 1 ticket · 2 tickets/)).toBeTruthy())
  expect(document.documentElement.lang).toBe('en-US')
  expect(document.cookie).toContain('lang=en-us')
})

it('counts and lists in Haitian Creole, which Intl knows nothing of', async () => {
  await startSpeech(brand, 'ht')
  show()
  await waitFor(() => expect(screen.getByText(/Panye, 1 tikè · 2 tikè · .*45.* · mad 3 fev, 7:30 PM · A, B ak C/)).toBeTruthy())
})

it('lets a brand say things its own way', async () => {
  await startSpeech({ ...brand, words: { sv: { 'shell:basket': 'Korgen' } } }, 'sv')
  function Word() {
    return <b>{useWords('shell')('basket')}</b>
  }
  render(<Word />)
  expect(screen.getByText('Korgen')).toBeTruthy()
})
