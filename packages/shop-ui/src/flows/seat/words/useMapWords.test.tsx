// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cleanup, renderHook, waitFor } from '@testing-library/react'
import { type ReactNode, Suspense } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { brandSchema, type Locale, locales } from '@playhouse/domain/brand'
import { money } from '@playhouse/domain/money'
import type { SeatWords } from '@playhouse/seatmap'
import type { SeatListWords } from '@playhouse/seatmap/list'
import { initI18n, loadMessages, MessagesProvider } from '#i18n'
import { useDrafts } from '#client-state'
import { sampleModel as model, samplePlan as plan } from '../model/sample-model.ts'
import { useListWords, useMapWords } from './useMapWords.ts'
import { type SeatVoice, useSeatVoice } from './useSeatVoice.ts'

const brand = brandSchema.parse(JSON.parse(readFileSync(join(import.meta.dirname, '../../../../../../brands/bridge/brand.json'), 'utf8')))
const seat = (id: string): number => plan.indexOf(`stalls.${id}`)!
afterEach(cleanup)

const wrapper = ({ children }: { readonly children: ReactNode }) => (
  <MessagesProvider currency="GBP" timeZone="Europe/London">
    <Suspense>{children}</Suspense>
  </MessagesProvider>
)

async function speak(locale: Locale): Promise<{ map: SeatWords; list: SeatListWords }> {
  await initI18n(brand, locale)
  await loadMessages('seat')
  const { result } = renderHook(
    () => {
      const map = useMapWords('play-1', model, 'Main house')
      return { map, list: useListWords(model, map) }
    },
    { wrapper },
  )
  await waitFor(() => expect(result.current).not.toBeNull())
  return result.current
}

async function voiceIn(locale: Locale): Promise<SeatVoice> {
  await initI18n(brand, locale)
  await loadMessages('seat')
  const { result } = renderHook(() => useSeatVoice(model), { wrapper })
  await waitFor(() => expect(result.current).not.toBeNull())
  return result.current
}

describe('what a seat is like', () => {
  it('repeats no fact', async () => {
    const { facts, allFacts } = await voiceIn('en')
    for (let index = 0; index < plan.seatCount; index++)
      for (const lines of [facts(index), allFacts(index)]) expect(lines).toEqual([...new Set(lines)])
    expect(allFacts(seat('C.4'))).toContain('Restricted view')
  })

  it('states for each seat whether there are steps on the way, also in sections with step-free seats', async () => {
    const { allFacts } = await voiceIn('en')
    expect(allFacts(seat('C.2'))).toContain('Step-free')
    expect(allFacts(seat('B.2'))).toContain('Not step-free')
  })
})

describe('the line of a seat in the list', () => {
  it.each(locales)('has its type, view and facts once each in %s', async (locale) => {
    const { list } = await speak(locale)
    for (let index = 0; index < plan.seatCount; index++) {
      const phrases = [...list.seatLabel(index).split(' · '), list.viewOfStage(index), ...list.facts(index).split('. ')].filter(Boolean)
      expect(phrases).toEqual([...new Set(phrases)])
    }
  })

  it('explains a restricted view in a separate sentence', async () => {
    const { list, map } = await speak('en')
    const restricted = seat('C.4')
    expect([list.seatLabel(restricted), list.viewOfStage(restricted)]).toEqual(['4', 'Restricted view'])
    expect(list.facts(restricted)).toBe('Step-free. End of row. Pillar to the left')
    expect(map.seatName(restricted, 'taken')).toBe('Row C seat 4, taken. Restricted view. End of row. Pillar to the left')
    expect(list.seatLabel(seat('C.1'))).toBe('1 · Wheelchair space')
  })
})

describe('what a seat is called', () => {
  it('has row, seat, price and band, then only unusual facts', async () => {
    const { map } = await speak('en')
    expect(map.seatName(seat('B.2'), 'free')).toBe('Row B seat 2, £45.00, Band B')
    expect(map.seatName(seat('C.1'), 'free')).toBe('Row C seat 1, £45.00, Band B. Wheelchair space. End of row')
    expect(map.seatName(seat('B.2'), 'taken')).toBe('Row B seat 2, taken')
    expect(map.seatName(seat('B.2'), 'mine')).toBe('Row B seat 2, £45.00, Band B, in your basket')
  })

  it.each(locales)('§9.8 has row, seat and price in %s', async (locale) => {
    const { map, list } = await speak(locale)
    for (const index of [seat('A.1'), seat('B.3'), seat('C.1')]) {
      const name = map.seatName(index, 'free')
      expect(name).toMatch(new RegExp(`\\b${plan.rows[plan.rowOf[index]!]!.label} .+\\b${plan.numberOf(index)}\\b`))
      expect(name).toMatch(/\d+[.,]\d\d/)
      expect(name).toContain(list.price(index))
      expect(list.seatName(index, 'free')).toBe(name)
    }
    expect(map.seatName(seat('A.1'), 'taken')).not.toBe(map.seatName(seat('A.1'), 'free'))
  })

  it('has the total at the chosen price types, and that no seats are held', async () => {
    useDrafts.getState().chooseSeats('play-1', [{ seat: 'stalls.B.1', priceType: 'under-26' }])
    const { map } = await speak('en')
    expect(map.selected([seat('A.1')], [seat('B.1'), seat('A.1')])).toBe('Row A seat 1 selected. 2 seats, £75.00. Not held yet.')
    expect(map.seatsCleared([seat('A.1')], [seat('B.1')])).toBe('Row A seat 1 cleared. 1 seat, £15.00.')
    useDrafts.getState().deleteAll()
  })

  it('joins adjacent seats and lists others one by one', async () => {
    const { map, list } = await speak('en')
    const row = [seat('B.1'), seat('B.2'), seat('B.3')]
    expect(map.selected(row, row)).toBe('Row B seats 1 to 3 selected. 3 seats, £135.00. Not held yet.')
    expect(map.seatsCleared([seat('B.1'), seat('C.2')], [])).toBe('Row B seat 1 and Row C seat 2 cleared. 0 seats, £0.00.')
    expect(list.groupName(row)).toBe('Row B seats 1 to 3, together, £45.00 each')
    expect(list.groupLabel(row)).toBe('1–3')
    expect(list.groupPrice([seat('A.1'), seat('B.1')])).toBe('£45.00 to £60.00 each')
    expect(list.noGroup(4)).toBe('No 4 free seats lie together here.')
  })

  it('describes the zoom of the map and the visible rows', async () => {
    const { map } = await speak('en')
    expect(map.zoomChanged(149.6, [0, 2])).toBe('Zoom 150 per cent, rows A to C.')
    expect(map.zoomChanged(300, [1, 1])).toBe('Zoom 300 per cent, row B.')
    expect(map.zoomChanged(300, undefined)).toBe('Zoom 300 per cent.')
  })

  it('sums up a section', async () => {
    const { map } = await speak('en')
    const summary = { area: 0, free: 7, seats: 12, from: money(1500), to: money(6000) }
    expect(map.gridSummary(summary)).toMatch(/^7 of 12 available, £15\.00 to £60\.00\./)
    expect(map.gridSummary({ ...summary, free: 0, from: undefined, to: undefined })).toMatch(/^Nothing available here/)
  })
})
