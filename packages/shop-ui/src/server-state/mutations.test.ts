// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest'
import { aBasket, aDonation, aSession, closeScreen, fakeServer } from '#testing'
import { cacheBasket } from './mutations.ts'
import { basketQuery, queryClient, sessionQuery } from './queries.ts'

afterEach(closeScreen)

it('keeps a changed basket when the responses to earlier requests arrive after it', async () => {
  let basket = aBasket({ items: [] })
  fakeServer({ basket: { read: () => basket }, site: { session: () => aSession(null, basket) } })
  const answer = globalThis.fetch
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  let requests = 0
  vi.stubGlobal('fetch', async (...input: Parameters<typeof fetch>) => {
    const response = await answer(...input)
    if (++requests <= 2) await isReleased
    return response
  })
  queryClient.setQueryData(basketQuery.queryKey, basket, { updatedAt: 0 })
  queryClient.setQueryData(sessionQuery.queryKey, aSession(null, basket), { updatedAt: 0 })
  const guards = [queryClient.fetchQuery(basketQuery), queryClient.fetchQuery(sessionQuery)]
  await vi.waitFor(() => expect(requests).toBe(2))
  basket = aBasket({ items: [aDonation()] })
  cacheBasket(basket)
  release()
  await Promise.all(guards)
  expect(queryClient.getQueryData(basketQuery.queryKey)?.items).toHaveLength(1)
  expect(queryClient.getQueryData(sessionQuery.queryKey)?.basket.items).toBe(1)
})
