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

/** A visitor who has chosen A2, while others look on; `saysLost` as the list has it. */
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
  const said = () => screen.getByRole('status').textContent
  return { takes, said }
}

it('says in the list which seat went and which is as good, and of another offer only that', async () => {
  const { takes, said } = await open(true)
  takes('A.2')
  await waitFor(() =>
    expect(said()).toBe('Row A seat 2 has just been taken and is no longer in your selection. Row A seat 1 is free at the same price.'),
  )
  takes('A.1')
  await waitFor(() => expect(said()).toBe('Row A seat 3 is free at the same price.'))
})

it('leaves it to the map to say which seat went', async () => {
  const { takes, said } = await open(false)
  takes('A.2')
  await waitFor(() => expect(said()).toBe('Row A seat 1 is free at the same price.'))
})
