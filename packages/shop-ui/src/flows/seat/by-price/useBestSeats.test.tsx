// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { type ReactNode, Suspense } from 'react'
import { createChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Basket, Site } from '@playhouse/api-client/contract'
import { zero } from '@playhouse/domain/money'
import { totalsOf } from '@playhouse/domain/pricing'
import { initI18n } from '#i18n'
import { basketQuery, queryClient, siteQuery } from '#server-state'
import { aBrand } from '#testing'
import { useBestSeats } from './useBestSeats.ts'

const basket = { state: 'open', tickets: [], totals: totalsOf([], zero, 2000), deadline: null, lapsed: [] } as unknown as Basket
const wish = { quantity: 2, together: true }

beforeEach(async () => {
  await initI18n(aBrand(), 'en')
  queryClient.setQueryData(siteQuery.queryKey, { locale: 'en', brand: { timeZone: 'Europe/London', currency: 'GBP' } } as unknown as Site)
  queryClient.setQueryData(basketQuery.queryKey, basket)
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

/** A network that fails the given number of times before a response; later searches return no seats. */
function cutLine(times: number): { readonly once: string; readonly quantity: number }[] {
  const requests: { once: string; quantity: number }[] = []
  const none = { type: '', title: '', status: 409, code: 'instance-sold-out', params: {}, requestId: 'r' }
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    if (!url.endsWith('/best-available')) return Promise.resolve(new Response(JSON.stringify(basket)))
    requests.push(JSON.parse(String(init?.body)))
    return requests.length <= times
      ? Promise.reject(new TypeError('network'))
      : Promise.resolve(new Response(JSON.stringify(none), { status: 409 }))
  })
  return requests
}

const wrapper = ({ children }: { readonly children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>
    <Suspense>{children}</Suspense>
  </QueryClientProvider>
)

it('reuses the idempotency key until a response arrives, and takes a new one for another request', async () => {
  const requests = cutLine(3)
  const { result } = renderHook(() => useBestSeats('tonight', () => true), { wrapper })
  await waitFor(() => expect(result.current).not.toBeNull())
  const press = async (quantity: number) => {
    const before = requests.length
    act(() => result.current.find({ ...wish, quantity }))
    await waitFor(() => expect(requests).toHaveLength(before + 1))
    await waitFor(() => expect(result.current.isSearching).toBe(false))
    await waitFor(() => expect(result.current.problem).toBeDefined())
  }
  for (const quantity of [2, 2, 3, 3, 3]) await press(quantity)
  const [first, repeat, otherRequest, afterReply, newRequest] = requests.map(({ once }) => once)
  expect(repeat).toBe(first)
  expect(otherRequest).not.toBe(first)
  expect(afterReply).toBe(otherRequest)
  expect(newRequest).not.toBe(otherRequest)
})

it('solves the bot check where the hold requires it, and repeats the same request', async () => {
  const challenge = await createChallenge({ algorithm: 'PBKDF2/SHA-256', cost: 1, counter: 5, deriveKey, hmacSignatureSecret: 'secret' })
  const presses: { readonly once: string; readonly proof?: string }[] = []
  const problemOf = (code: string, status: number) =>
    Response.json({ type: '', title: '', status, code, params: {}, requestId: 'r' }, { status })
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (url.endsWith('/auth/bot-check')) return Response.json({ kind: 'altcha', challenge: JSON.stringify(challenge) })
    if (!url.endsWith('/best-available')) return Response.json(basket)
    const press = JSON.parse(String(init?.body))
    presses.push(press)
    return press.proof ? problemOf('instance-sold-out', 409) : problemOf('bot-check-required', 428)
  })
  const { result } = renderHook(() => useBestSeats('tonight', () => true), { wrapper })
  await waitFor(() => expect(result.current).not.toBeNull())
  act(() => result.current.find(wish))
  await waitFor(() => expect(result.current.problem?.code).toBe('instance-sold-out'))
  expect(presses).toHaveLength(2)
  expect(presses[1]).toEqual({ ...presses[0], proof: expect.stringContaining('solution') })
})
