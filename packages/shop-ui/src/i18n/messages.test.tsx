// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { Component, type ReactNode, Suspense } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { brandSchema, type Locale } from '@playhouse/domain/brand'
import { money } from '@playhouse/domain/money'
import { afterEach, expect, it, vi } from 'vitest'
import { MessagesOf, MessagesProvider } from './MessagesProvider.tsx'
import { initI18n, initServerMessages, loadMessages, pageMessages, switchLocale } from './messages.ts'
import { useFormats } from './useFormats.ts'
import { translate, useWords } from './useWords.ts'

const brand = brandSchema.parse(JSON.parse(readFileSync(join(import.meta.dirname, '../../../../brands/bridge/brand.json'), 'utf8')))
afterEach(cleanup)

function Sign() {
  const t = useWords('shell')
  const { money: price, when, list } = useFormats()
  return (
    <p>
      {t('basket')}, {t('part:tickets', { count: 1 })} · {t('part:tickets', { count: 2 })} · {price(money(4500))} ·{' '}
      {when({ startsAt: '2026-02-03T19:30:00Z', timeZone: 'Europe/London' })} · {list(['A', 'B', 'C'])}
    </p>
  )
}
const show = () =>
  render(
    <MessagesProvider currency="GBP" timeZone="Europe/London">
      <Sign />
    </MessagesProvider>,
  )

it('starts in a locale, switches to another and saves it', async () => {
  await initI18n(brand, 'en')
  show()
  expect(screen.getByText(/Basket, 1 ticket · 2 tickets · £45.00 · Tue 3 Feb, 7.30pm · A, B and C/)).toBeTruthy()
  expect(document.documentElement.lang).toBe('en-GB')

  await switchLocale('en-us')
  await waitFor(() => expect(screen.getByText(/^Cart, 1 ticket · 2 tickets/)).toBeTruthy())
  expect(document.documentElement.lang).toBe('en-US')
  expect(document.cookie).toContain('lang=en-us')
})

it('formats plurals and lists in Haitian Creole, which Intl does not support', async () => {
  await initI18n(brand, 'ht')
  show()
  await waitFor(() => expect(screen.getByText(/Panye, 1 tikè · 2 tikè · .*45.* · mad 3 fev, 7:30 PM · A, B ak C/)).toBeTruthy())
})

it('loads the messages of a journey on demand, and again after a change of locale', async () => {
  await initI18n(brand, 'en')
  expect(translate('basket:title'), 'not yet').toBe('title')
  await loadMessages('order')
  expect(translate('basket:title')).toBe('Your basket')
  await switchLocale('sv')
  expect(translate('basket:title')).not.toMatch(/title|Your basket/)
})

it('keeps its locale when the messages of another cannot be loaded', async () => {
  await initI18n(brand, 'en')
  await expect(switchLocale('xx' as Locale)).rejects.toThrow('missing messages for xx: shell')
  expect(translate('shell:basket')).toBe('Basket')
  expect(document.documentElement.lang).toBe('en-GB')
})

it('applies the brand’s texts, also to namespaces that are loaded later', async () => {
  await initI18n({ ...brand, words: { sv: { 'shell:basket': 'Korgen', 'checkout:order.seat': 'Stol {{number}}' } } }, 'sv')
  function Word() {
    return <b>{useWords('shell')('basket')}</b>
  }
  render(<Word />)
  expect(screen.getByText('Korgen')).toBeTruthy()
  await loadMessages('order')
  const order = pageMessages().translator('checkout')
  expect(order('order.seat', { number: 7 })).toBe('Stol 7')
  expect(order('order.seatAlone', { number: 7 })).toContain('7')
})

it('renders two locales at the same time on the server', async () => {
  const messages = await initServerMessages({ ...brand, locales: ['en', 'sv'] }, ['first', 'order'])
  const of = (locale: Locale): string =>
    renderToStaticMarkup(
      <MessagesOf i18n={messages.get(locale)!}>
        <MessagesProvider currency="GBP" timeZone="Europe/London">
          <Sign />
        </MessagesProvider>
      </MessagesOf>,
    )
  expect(of('sv')).toContain('2 biljetter')
  expect(of('en')).toContain('2 tickets')
  expect(messages.get('sv')!.translator('basket')('title')).not.toBe('title')
})

it('suspends a component until the messages of its namespace are loaded', async () => {
  await initI18n(brand, 'en')
  const Title = () => <h1>{useWords('queue')('next.title')}</h1>
  await act(async () => {
    render(
      <Suspense fallback={<p>loading</p>}>
        <Title />
      </Suspense>,
    )
  })
  await waitFor(() => expect(screen.getByRole('heading').textContent).toBe('What happens next'))
})

it('throws the error of texts that cannot be loaded, instead of loading them without end', async () => {
  await initI18n(brand, 'en')
  vi.spyOn(console, 'error').mockImplementation(() => {})
  class Boundary extends Component<{ readonly children: ReactNode }, { readonly message?: string }> {
    override state: { readonly message?: string } = {}
    static getDerivedStateFromError = ({ message }: Error) => ({ message })
    override render = () => this.state.message ?? this.props.children
  }
  const Title = () => <h1>{useWords('no-such-namespace')('title')}</h1>
  await act(async () => {
    render(
      <Boundary>
        <Suspense fallback={<p>loading</p>}>
          <Title />
        </Suspense>
      </Boundary>,
    )
  })
  expect(await screen.findByText('missing messages for en: no-such-namespace')).toBeDefined()
})
