// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import type { Instance } from '@playhouse/api-client/contract'
import { openScreen, closeScreen } from '#testing'
import { sampleModel } from '../model/sample-model.ts'
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
