// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { FoundSeats as Answer } from '@playhouse/api-client/contract'
import { readPlan, writePlan } from '@playhouse/domain/plan'
import { openScreen, closeScreen } from '#testing'
import { buildSeatingModel } from '../model/seating-model.ts'
import { samplePrices } from '../model/sample-model.ts'
import { FoundSeats } from './FoundSeats.tsx'

afterEach(closeScreen)

const plan = readPlan(
  writePlan({
    hall: 'club',
    version: '1',
    name: 'Club',
    stage: {
      polygon: [
        [-300, -400],
        [300, -400],
        [300, 0],
      ],
      z: 80,
      label: 'Stage',
    },
    views: [{ id: 'all', name: 'All', order: 1, viewBox: { x: -900, y: -400, width: 1_800, height: 1_600 } }],
    areas: [
      {
        id: 'pit',
        kind: 'standing',
        view: 'all',
        name: 'Pit',
        floorsAboveStage: 0,
        stepFree: true,
        steps: 0,
        entrance: '',
        toiletMetres: 0,
        outline: [
          [-300, 100],
          [300, 100],
          [300, 500],
        ],
        rows: [{ label: '', seats: ['1', '2'].map((number) => ({ number, x: 100, y: 200, z: 0 })) }],
      },
    ],
  }),
)

it('names a standing area once', async () => {
  const noop = (): void => {}
  const answer: Omit<Answer, 'basket'> = {
    seats: [plan.idOf(0), plan.idOf(1)],
    hasOthers: false,
    reason: { how: 'together', parts: [2], rows: 1, place: 'middle', rowsInFront: 0, view: 'front', notBetter: [] },
  }
  const model = buildSeatingModel(plan, { ...samplePrices, seatBands: [[2, 2]] })
  const screenOf = (
    <FoundSeats model={model} foundSeats={answer} changePath="/" isBusy={false} onOthers={noop} onAgain={undefined} onGiveBack={noop} />
  )
  await openScreen({ at: '/', routes: [{ path: '/', element: screenOf }] })
  expect((await screen.findByRole('heading', { level: 3 })).textContent).toMatch(/2 standing places, Pit$/)
  expect(document.body.textContent?.match(/Pit/g)).toHaveLength(1)
})
