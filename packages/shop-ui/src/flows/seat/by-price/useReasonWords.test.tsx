// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { FoundSeats } from '@playhouse/api-client/contract'
import type { Seating } from '@playhouse/domain/plan'
import { openScreen, closeScreen } from '#testing'
import { useReasonWords } from './useReasonWords.ts'

afterEach(closeScreen)

const reason: FoundSeats['reason'] = { how: 'together', parts: [3], rows: 1, place: 'middle', rowsInFront: 0, view: 'front', notBetter: [] }

it.each<[Seating, string]>([
  ['row', 'Side by side · In the middle · Front row of its section · Front view'],
  ['table', 'Side by side · In the middle · Front view'],
  ['standing', 'Standing, no seat · In the middle · Front view'],
])('describes places of each kind: %s', async (seating, sentence) => {
  const Words = () => <p>{useReasonWords().good(reason, seating)}</p>
  await openScreen({ at: '/', routes: [{ path: '/', element: <Words /> }] })
  expect(await screen.findByText(sentence)).toBeDefined()
})
