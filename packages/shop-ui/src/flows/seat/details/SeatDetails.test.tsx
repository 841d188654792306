// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import type { Instance } from '@playhouse/api-client/contract'
import { withSeatInfo } from '@playhouse/domain/with-seat-info'
import { openScreen, closeScreen } from '#testing'
import { SeatCard } from '../choice/SeatCard.tsx'
import { sampleModel } from '../model/sample-model.ts'
import { useListWords, useMapWords } from '../words/useMapWords.ts'
import { SeatDetails } from './SeatDetails.tsx'

afterEach(closeScreen)

it('names the other seats of a seat block before it is chosen', async () => {
  const noop = (): void => {}
  const [free, inBlock] = [sampleModel.plan.indexOf('stalls.A.1')!, sampleModel.plan.indexOf('stalls.B.2')!]
  const details = (index: number) => (
    <SeatDetails
      instance={{ id: 'tonight' } as Instance}
      model={{ ...sampleModel, blocks: [[inBlock, 3]] }}
      index={index}
      status="free"
      onToggle={noop}
      onClose={noop}
    />
  )
  await openScreen({ at: '/', routes: [{ path: '/', element: details(inBlock) }] })
  expect(await screen.findByText('3 seats, sold only together: Row B seats 2 to 4.')).toBeDefined()
  closeScreen()
  await openScreen({ at: '/', routes: [{ path: '/', element: details(free) }] })
  expect(await screen.findByRole('button', { name: 'Choose this seat' })).toBeDefined()
  expect(screen.queryByText(/sold only together/)).toBeNull()
})

it('shows on the card of a seat what its price type asks for at the door', async () => {
  const noop = (): void => {}
  const priceTypes = sampleModel.priceTypes.map((type) => ({ ...type, proofAtDoor: { text: 'a student card' } }))
  const model = { ...sampleModel, priceTypes }
  const card = <SeatCard model={model} index={0} priceType="full" onPriceType={noop} onClear={noop} onDetails={noop} />
  await openScreen({ at: '/', routes: [{ path: '/', element: card }] })
  expect(await screen.findByText('Bring to the door: a student card')).toBeTruthy()
})

it('shows what the theatre says about the row, in the details, on the card, and in the names of the seat on the map and in the list', async () => {
  const noop = (): void => {}
  const text = { text: 'Actors walk by.', translations: { en: 'Actors pass this row.' } }
  const plan = withSeatInfo(sampleModel.plan, [{ rows: [{ area: 'stalls', labels: ['A'] }], text }], 'en')
  const model = { ...sampleModel, plan }
  const Names = () => {
    const map = useMapWords('tonight', model, 'Hall')
    const list = useListWords(model, map)
    return <p>{[map.seatName(0, 'free'), list.facts(0)].join('|')}</p>
  }
  const page = (
    <>
      <Names />
      <SeatCard model={model} index={0} priceType="full" onPriceType={noop} onClear={noop} onDetails={noop} />
    </>
  )
  await openScreen({ at: '/', routes: [{ path: '/', element: page }] })
  expect((await screen.findByText(/\|/)).textContent).toMatch(/Actors pass this row.*\|.*Actors pass this row/)
  expect(screen.getByText('Actors pass this row.')).toBeTruthy()
  closeScreen()
  const details = (
    <SeatDetails instance={{ id: 'tonight' } as Instance} model={model} index={0} status="free" onToggle={noop} onClose={noop} />
  )
  await openScreen({ at: '/', routes: [{ path: '/', element: details }] })
  expect((await screen.findByText(/Actors pass this row/)).textContent).toContain('Actors pass this row.')
})

it('shows that another visitor has taken the seat, and keeps the focus', async () => {
  const noop = (): void => {}
  let take = noop
  const Live = () => {
    const [status, setStatus] = useState<'free' | 'taken'>('free')
    take = () => setStatus('taken')
    return (
      <SeatDetails instance={{ id: 'tonight' } as Instance} model={sampleModel} index={0} status={status} onToggle={noop} onClose={noop} />
    )
  }
  const visit = () => openScreen({ at: '/', routes: [{ path: '/', element: <Live /> }] })
  const choose = () => screen.findByRole('button', { name: 'Choose this seat' })
  await visit()
  const button = await choose()
  act(() => button.focus())
  act(() => take())
  expect(document.activeElement?.textContent).toBe('This seat is taken.')
  closeScreen()
  await visit()
  await choose()
  const compare = screen.getByRole('button', { name: 'Compare' })
  act(() => compare.focus())
  act(() => take())
  expect(document.activeElement).toBe(compare)
  await waitFor(() => expect(document.querySelector('[data-live-announcer]')?.textContent).toBe('This seat is taken.'))
})
