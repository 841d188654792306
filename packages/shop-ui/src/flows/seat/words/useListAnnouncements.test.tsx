// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { createSeatStore } from '@playhouse/seatmap/store'
import { announce } from '#ui/announce'
import { closeScreen, openScreen } from '#testing'
import { sampleModel, samplePlan } from '../model/sample-model.ts'
import { useListAnnouncements } from './useListAnnouncements.ts'
import { useMapWords } from './useMapWords.ts'

afterEach(closeScreen)

const seat = samplePlan.indexOf('stalls.A.2')!
const noFilters = {}
const heldSentence = '1 seat held until 7.42pm'

/** Renders the announcements of the list for a visitor who has chosen A2. */
async function open() {
  const store = createSeatStore(samplePlan)
  store.load(new Uint8Array(samplePlan.seatCount), 1)
  function Listening() {
    const [seats, change] = useState<{ selection: readonly number[]; mine: readonly number[] }>({ selection: [seat], mine: [] })
    useListAnnouncements(true, sampleModel, store, seats, noFilters, 'all', useMapWords('tonight', sampleModel, 'Main house', undefined))
    return (
      <>
        <button type="button" onClick={() => change({ selection: [], mine: [] })}>
          Clear
        </button>
        <button
          type="button"
          onClick={() => {
            change({ selection: [], mine: [seat] })
            announce(heldSentence)
          }}
        >
          Hold
        </button>
      </>
    )
  }
  await openScreen({ at: '/', routes: [{ path: '/', element: <Listening /> }] })
  const press = (name: string): void => act(() => screen.getByRole('button', { name }).click())
  const statusText = () => screen.getByRole('status').textContent
  return { press, statusText }
}

it('announces a cleared seat', async () => {
  const { press, statusText } = await open()
  press('Clear')
  await waitFor(() => expect(statusText()).toMatch(/^Row A seat 2 cleared\. 0 seats/))
})

it('announces no seat as cleared that was held, though the store still shows it as free', async () => {
  const { press, statusText } = await open()
  press('Hold')
  await waitFor(() => expect(statusText()).toBe(heldSentence))
})
