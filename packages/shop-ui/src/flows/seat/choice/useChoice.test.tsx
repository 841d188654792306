// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { type ReactNode, Suspense } from 'react'
import { createChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Availability, Basket, Site } from '@playhouse/api-client/contract'
import { problems } from '@playhouse/domain/problem'
import { seatAvailability } from '@playhouse/domain/seat'
import { totalsOf } from '@playhouse/domain/pricing'
import { zero } from '@playhouse/domain/money'
import { createSeatStore } from '@playhouse/seatmap/store'
import { useDrafts } from '#client-state'
import { availabilityQuery, basketQuery, queryClient, siteQuery } from '#server-state'
import { sampleModel as model, samplePlan as plan } from '../model/sample-model.ts'
import { useChoice } from './useChoice.ts'

const instance = 'play-2026-12-01-1930'
const seat = (id: string): number => plan.indexOf(`stalls.${id}`)!

const emptyBasket: Basket = {
  state: 'open',
  version: 1,
  tickets: [],
  delivery: { method: 'print-at-home', address: null },
  deliveryOptions: [],
  billing: null,
  notes: { order: '', access: '' },
  termsAccepted: false,
  totals: totalsOf([], zero, 2000),
  deadline: null,
  extensionsLeft: 10,
  ticketsLeft: 3,
  lapsed: [],
  lapsedItems: [],
  addsTo: null,
  heldMemberships: [],
  renewalOffers: [],
  lastPayment: null,
  items: [],
  refundProtection: null,
  topUps: [],
  giftAid: null,
  giftVouchers: [],
  credit: null,
  promo: null,
}

/** The reply to the next call, and the received body. */
function replyWith(status: number, body: unknown): () => unknown {
  const fetcher = vi.fn((_url: string, _init?: RequestInit) => Promise.resolve(new Response(JSON.stringify(body), { status })))
  vi.stubGlobal('fetch', fetcher)
  return () => JSON.parse(String(fetcher.mock.calls.find(([url]) => url.endsWith('/basket/tickets'))?.[1]?.body))
}
const problemOf = (code: keyof typeof problems, params: object) => ({
  type: '',
  title: code,
  status: problems[code].status,
  code,
  params,
  requestId: 'r',
})

function open(basket: Basket = emptyBasket) {
  queryClient.setQueryData(basketQuery.queryKey, basket)
  const store = createSeatStore(plan)
  store.load(new Uint8Array(plan.seatCount), 1)
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>
      <Suspense>{children}</Suspense>
    </QueryClientProvider>
  )
  const { result } = renderHook(() => useChoice(instance, model, store), { wrapper })
  return { store, seats: result, choose: (...ids: string[]) => ids.forEach((id) => act(() => result.current.toggle(seat(id)))) }
}

beforeEach(() => {
  queryClient.setQueryData(siteQuery.queryKey, {
    brand: { limits: { ticketsPerOrder: 3 }, seating: { orphans: 'off' } },
    underMaintenance: false,
  } as Site)
  replyWith(200, {})
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  useDrafts.getState().deleteAll()
  vi.unstubAllGlobals()
})

describe('a choice of seats', () => {
  it('is local: choosing and clearing sends no request', () => {
    const { seats, choose } = open()
    choose('B.1', 'B.2', 'B.1')
    expect(seats.current.selection).toEqual([seat('B.2')])
    expect(fetch).not.toHaveBeenCalled()
  })

  it('shows the limit until a seat is cleared', () => {
    const { seats, choose } = open()
    choose('A.1', 'A.2', 'A.3', 'A.4')
    expect(seats.current.selection).toHaveLength(3)
    expect(seats.current.notice).toEqual({ kind: 'refused', refusal: { reason: 'order-limit', maximum: 3 } })
    choose('A.3')
    expect(seats.current.notice).toBeUndefined()
  })

  it('drops a seat that another visitor has bought, and names it', () => {
    const { seats, store, choose } = open()
    choose('A.1', 'A.2')
    act(() => void store.apply([[seat('A.1'), seatAvailability.taken]], 2))
    expect(seats.current.selection).toEqual([seat('A.2')])
    expect(seats.current.notice).toMatchObject({ kind: 'lost', seats: ['stalls.A.1'] })
  })

  it('does not choose a taken seat', () => {
    const { seats, store, choose } = open()
    act(() => void store.apply([[seat('A.1'), seatAvailability.taken]], 2))
    choose('A.1')
    expect(seats.current.selection).toEqual([])
  })

  it('restores the former selection when a press is undone', () => {
    const { seats, choose } = open()
    choose('B.1', 'B.2')
    act(() => seats.current.setPriceType('stalls.B.1', 'under-26'))
    const before = seats.current.choice
    choose('B.1')
    expect(seats.current.lastPick?.how).toBe('cleared')
    act(() => seats.current.undo())
    expect(seats.current.choice).toEqual(before)
    expect(seats.current.lastPick).toBeUndefined()
  })

  it('restores available seats on undo, and names unavailable ones', () => {
    const { seats, store, choose } = open()
    choose('A.1', 'A.2', 'A.1')
    act(() => void store.apply([[seat('A.1'), seatAvailability.taken]], 2))
    act(() => seats.current.undo())
    expect(seats.current.selection).toEqual([seat('A.2')])
    expect(seats.current.notice).toMatchObject({ kind: 'lost', seats: ['stalls.A.1'] })
  })

  it('is restored after a reload', () => {
    open().choose('B.2')
    cleanup()
    expect(open().seats.current.selection).toEqual([seat('B.2')])
  })
})

describe('substitutes for lost seats', () => {
  const chosen = (seats: { current: { choice: readonly { seat: string }[] } }): string[] =>
    seats.current.choice.map(({ seat: id }) => id.replace('stalls.', '')).sort()

  it('are offered and accepted with one press; undo does not restore a taken seat', () => {
    const { seats, store, choose } = open()
    choose('A.2', 'A.3')
    act(() => void store.apply([[seat('A.3'), seatAvailability.taken]], 2))
    expect(seats.current.substitute?.seats).toEqual([seat('A.1')])
    act(() => seats.current.takeSubstitute())
    expect(chosen(seats)).toEqual(['A.1', 'A.2'])
    expect(seats.current.notice).toBeUndefined()
    act(() => seats.current.undo())
    expect(chosen(seats)).toEqual(['A.2'])
  })

  it('cover all seats of a party that are lost one after the other', () => {
    const { seats, store, choose } = open()
    choose('B.1', 'B.2')
    act(() => void store.apply([[seat('B.1'), seatAvailability.taken]], 2))
    act(() => void store.apply([[seat('B.2'), seatAvailability.taken]], 3))
    expect(seats.current.notice).toMatchObject({ kind: 'lost', seats: ['stalls.B.1', 'stalls.B.2'] })
    expect(seats.current.substitute?.seats).toEqual([seat('C.2'), seat('C.3')])
  })

  it('change as other visitors take them, until there are none', () => {
    const { seats, store, choose } = open()
    choose('A.2')
    act(() => void store.apply([[seat('A.2'), seatAvailability.taken]], 2))
    const first = seats.current.substitute!.seats[0]!
    act(() => void store.apply([[first, seatAvailability.taken]], 3))
    expect(seats.current.substitute!.seats[0]).not.toBe(first)
    const rest = ['A.1', 'A.3', 'A.4'].map((id): [number, number] => [seat(id), seatAvailability.taken])
    act(() => void store.apply(rest, 4))
    expect(seats.current.substitute).toBeUndefined()
    act(() => seats.current.takeSubstitute())
    expect(seats.current.choice).toEqual([])
  })
})

describe('adding to the basket', () => {
  it('sends seats and price types but no price, and clears the selection once held', async () => {
    const { seats, choose } = open()
    choose('B.1')
    act(() => seats.current.setPriceType('stalls.B.1', 'under-26'))
    const reply = replyWith(200, { ...emptyBasket, version: 2, lost: null })
    await act(async () => expect(await seats.current.add()).toBe(true))
    expect(reply()).toEqual({ instance, seats: [{ seat: 'stalls.B.1', priceType: 'under-26' }], ifTaken: 'keep' })
    await waitFor(() => expect(seats.current.choice).toEqual([]))
  })

  it('names the taken seats, keeps the others chosen, and holds none', async () => {
    const { seats, choose } = open()
    choose('A.1', 'A.2')
    replyWith(409, problemOf('seats-taken', { seats: ['stalls.A.2'], instead: null }))
    await act(async () => expect(await seats.current.add()).toBe(false))
    await waitFor(() => expect(seats.current.selection).toEqual([seat('A.1')]))
    expect(seats.current.notice).toMatchObject({ kind: 'not-held', lostSeats: ['stalls.A.2'], keptSeats: ['stalls.A.1'] })
  })

  it('holds the available seats, and accepts the alternatives for the others', async () => {
    const { seats, choose } = open()
    choose('A.1', 'A.2')
    const instead = { swaps: [{ from: 'stalls.A.2', to: 'stalls.A.3' }], isTogether: false }
    replyWith(200, { ...emptyBasket, version: 2, lost: { seats: ['stalls.A.2'], instead } })
    await act(async () => expect(await seats.current.add()).toBe(false))
    expect(seats.current.choice).toEqual([])
    expect(seats.current.notice).toMatchObject({
      kind: 'part-held',
      lostSeats: ['stalls.A.2'],
      heldSeats: [{ seat: 'stalls.A.1' }],
      alternatives: { take: [{ seat: 'stalls.A.3', priceType: 'full' }], giveBack: [] },
    })
    const reply = replyWith(200, { ...emptyBasket, version: 3, lost: null })
    await act(async () => expect(await seats.current.takeAlternative()).toBe(true))
    expect(reply()).toEqual({ instance, seats: [{ seat: 'stalls.A.3', priceType: 'full' }], giveBack: [] })
    expect(seats.current.notice).toBeUndefined()
  })

  /** Makes holds require a proof of the bot check. Returns the bodies of the received holds. */
  function requireProof(offer: object): object[] {
    const holds: { readonly proof?: string }[] = []
    vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
      if (url.endsWith('/auth/bot-check')) return Response.json(offer)
      if (!url.endsWith('/basket/tickets')) return Response.json(emptyBasket)
      const body = JSON.parse(String(init?.body))
      holds.push(body)
      if (body.proof) return Response.json({ ...emptyBasket, version: 2, lost: null })
      return Response.json(problemOf('bot-check-required', {}), { status: 428 })
    })
    return holds
  }

  it('solves the bot check where the hold requires it, and holds the same seats', async () => {
    const { seats, choose } = open()
    choose('A.1', 'B.1')
    const challenge = await createChallenge({ algorithm: 'PBKDF2/SHA-256', cost: 1, counter: 5, deriveKey, hmacSignatureSecret: 'secret' })
    const holds = requireProof({ kind: 'altcha', challenge: JSON.stringify(challenge) })
    await act(async () => expect(await seats.current.add()).toBe(true))
    const [first, second] = holds
    expect(second).toEqual({ ...first, proof: expect.stringContaining('solution') })
    expect(holds).toHaveLength(2)
    await waitFor(() => expect(seats.current.choice).toEqual([]))
  })

  it('keeps the choice where the bot check cannot be solved', async () => {
    const { seats, choose } = open()
    choose('A.1', 'B.1')
    requireProof({ kind: 'none' })
    await act(async () => expect(await seats.current.add()).toBe(false))
    expect(seats.current.selection).toEqual([seat('A.1'), seat('B.1')])
    expect(seats.current.notice).toMatchObject({ kind: 'problem', problem: { code: 'bot-check-not-loaded' } })
  })

  it('keeps the selection when the server returns another problem', async () => {
    const { seats, choose } = open()
    choose('A.1')
    replyWith(503, problemOf('service-unavailable', {}))
    await act(async () => expect(await seats.current.add()).toBe(false))
    expect(seats.current.selection).toEqual([seat('A.1')])
    expect(seats.current.notice).toMatchObject({ kind: 'problem', problem: { code: 'service-unavailable' } })
  })

  it('does not report a seat as lost while its own hold is pending', async () => {
    const { seats, store, choose } = open()
    choose('A.1')
    let reply: (response: Response) => void = () => {}
    vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (reply = resolve)))
    let addition: Promise<boolean> | undefined
    act(() => void (addition = seats.current.add()))
    await waitFor(() => expect(seats.current.isAdding).toBe(true))
    act(() => void store.apply([[seat('A.1'), seatAvailability.taken]], 2))
    expect(seats.current.notice).toBeUndefined()
    reply(new Response(JSON.stringify({ ...emptyBasket, version: 2, lost: null })))
    await act(async () => expect(await addition).toBe(true))
    expect(seats.current.notice).toBeUndefined()
  })

  it('does not report a held seat as lost when the update arrives before the next render', async () => {
    const { seats, store, choose } = open()
    choose('A.1')
    replyWith(200, { ...emptyBasket, version: 2, lost: null })
    // Availability is refetched as soon as the call has ended, before any render.
    queryClient.setQueryData(availabilityQuery(instance).queryKey, {} as Availability)
    const drawnSeats: number[] = []
    const stop = queryClient.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'invalidate') return
      drawnSeats.push(seats.current.choice.length)
      store.apply([[seat('A.1'), seatAvailability.taken]], 2)
    })
    await act(async () => expect(await seats.current.add()).toBe(true))
    stop()
    expect(drawnSeats).toEqual([1])
    expect(seats.current.notice).toBeUndefined()
    expect(seats.current.choice).toEqual([])
  })
})
