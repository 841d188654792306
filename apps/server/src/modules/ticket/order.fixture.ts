import { readFileSync } from 'node:fs'
import { type Brand, brandSchema } from '@playhouse/domain/brand'
import { money } from '@playhouse/domain/money'
import type { OrderedTicket, TicketedOrder } from './ticketed-order.ts'

/** Loads a shipped brand, for tests. */
export const shippedBrand = (name: string): Brand =>
  brandSchema.parse(JSON.parse(readFileSync(new URL(`../../../../../brands/${name}/brand.json`, import.meta.url), 'utf8')))

export const aTicket = (seat: number, fields: Partial<OrderedTicket> = {}): OrderedTicket => ({
  id: `ticket-${seat}`,
  instance: 'the-tempest-2026-07-01',
  title: 'The Tempest',
  startsAt: '2026-07-01T18:30:00Z',
  timeZone: 'Europe/London',
  runningTime: 150,
  hallName: 'Main House',
  area: 'Stalls',
  row: 'F',
  number: String(seat),
  entrance: 'Door 2',
  priceTypeName: 'Standard',
  price: money(45_00),
  qr: `99${String(seat).padStart(18, '0')}`,
  ...fields,
})

export const anOrder = (tickets: readonly OrderedTicket[], fields: Partial<TicketedOrder> = {}): TicketedOrder => ({
  number: 'BR7K2M9Q',
  placedAt: '2026-05-01T10:05:00Z',
  customerName: 'Zoë Adeyemi',
  address: '3 Potters Fields Park, London SE1 2SG',
  tickets,
  ...fields,
})
