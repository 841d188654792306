// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { seatAvailability } from '@playhouse/domain/seat'
import { createSeatStore } from '@playhouse/seatmap/store'
import { openScreen, closeScreen } from '#testing'
import { sampleModel, samplePlan } from '../model/sample-model.ts'
import { ChoiceNotices } from './ChoiceNotices.tsx'
import { useChoice } from './useChoice.ts'

afterEach(closeScreen)

const seat = (id: string): number => samplePlan.indexOf(`stalls.${id}`)!

/** Renders the notices for a visitor who has chosen A2; `saysLost` is true in the list. */
async function open(saysLost: boolean) {
  const store = createSeatStore(samplePlan)
  store.load(new Uint8Array(samplePlan.seatCount), 1)
  function Choosing() {
    const seats = useChoice('tonight', sampleModel, store)
    return (
      <>
        <button type="button" onClick={() => seats.toggle(seat('A.2'))}>
          A2
        </button>
        <ChoiceNotices model={sampleModel} seats={{ ...seats, takeAlternative: () => {} }} saysLost={saysLost} />
      </>
    )
  }
  await openScreen({ at: '/', routes: [{ path: '/', element: <Choosing /> }] })
  act(() => screen.getByRole('button', { name: 'A2' }).click())
  const takes = (id: string): void => act(() => void store.apply([[seat(id), seatAvailability.taken]], store.version() + 1))
  const statusText = () => screen.getByRole('status').textContent
  return { takes, statusText }
}

it('announces in the list the lost seat with its substitute, and later only a new substitute', async () => {
  const { takes, statusText } = await open(true)
  takes('A.2')
  await waitFor(() =>
    expect(statusText()).toBe(
      'Row A seat 2 has just been taken and is no longer in your selection. Row A seat 1 is free at the same price.',
    ),
  )
  takes('A.1')
  await waitFor(() => expect(statusText()).toBe('Row A seat 3 is free at the same price.'))
})

it('leaves the announcement of a lost seat to the map', async () => {
  const { takes, statusText } = await open(false)
  takes('A.2')
  await waitFor(() => expect(statusText()).toBe('Row A seat 1 is free at the same price.'))
})
