// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { money } from '@playhouse/domain/money'
import { afterEach, expect, it } from 'vitest'
import { closeScreen, openScreen } from '#testing'
import { TicketCard } from './TicketCard.tsx'

afterEach(closeScreen)

it('shows the entrance of a seat, and no empty entry where the plan has none', async () => {
  const ticket = {
    ...{ title: 'King Lear', copyLanguage: 'en', startsAt: '2027-03-01T19:30:00Z', timeZone: 'Europe/London', hallName: 'Main House' },
    ...{
      area: 'Stalls',
      row: 'C',
      number: '12',
      priceTypeName: 'Full price',
      price: money(36_00),
      qr: 'A1',
      modules: { size: 1, bits: '1' },
    },
  }
  const cards = ['Door 2', ''].map((entrance, index) => (
    <TicketCard key={entrance} ticket={{ ...ticket, entrance }} index={index} count={2} />
  ))
  await openScreen({ at: '/', routes: [{ path: '/', element: cards }] })
  const [known, unknown] = await screen.findAllByRole('article')
  expect(known!.textContent).toContain('EntranceDoor 2')
  expect(unknown!.textContent).not.toContain('Entrance')
})
