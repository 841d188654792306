import { saleChannels, type SaleMoment, type SaleWindow } from '../../season/sale-window.ts'
import { type CellKind, choice, isFaulty, key, list, moment, textOf, timeOfDay, whole } from './cell.ts'
import { optional, property, required, type Sheet } from './column.ts'

/** A row of the sheet of on-sale windows: one window of a production, by its place from 1. */
export type SaleWindowRow = SaleWindow & { readonly production: string; readonly window: number }

const example = '14 days before 10:00'

/** A moment: `2031-02-03 10:00`, `14 days before 10:00` or `90 minutes before`. */
const saleMoment: CellKind<SaleMoment> = {
  read: (cell) => {
    const [, count = '', unit, atTime = ''] = /^(\d{1,5})\s+(day|minute)s?\s+before(?:\s+(\S+))?$/i.exec(textOf(cell)) ?? []
    if (unit === undefined) {
      const at = moment.read(cell)
      if (isFaulty(at)) return at.fault === 'not-a-date' ? { fault: 'not-a-date', suggestion: `2031-02-03 10:00, ${example}` } : at
      return { value: { kind: 'at', at: at.value } }
    }
    if (unit.toLowerCase() === 'minute') {
      const minutes = whole(0, 20_160).read(count)
      if (isFaulty(minutes)) return minutes
      return atTime === ''
        ? { value: { kind: 'minutes-before', minutes: minutes.value } }
        : { fault: 'not-a-time', suggestion: '90 minutes before' }
    }
    const [days, time] = [whole(0, 1_000).read(count), timeOfDay.read(atTime)]
    if (isFaulty(days)) return days
    return isFaulty(time)
      ? { fault: 'not-a-time', suggestion: example }
      : { value: { kind: 'days-before', days: days.value, time: time.value } }
  },
  write: (written) => {
    switch (written.kind) {
      case 'at':
        return moment.write(written.at)
      case 'days-before':
        return `${written.days} days before ${written.time}`
      case 'minutes-before':
        return `${written.minutes} minutes before`
    }
  },
}

/** The windows of the sale of productions. */
export const saleWindowsSheet: Sheet<SaleWindowRow> = {
  name: 'on-sale windows',
  key: ['production', 'window'],
  columns: [
    required('production', key, property('production')),
    required('window', whole(1, 20), property('window')),
    required('channel', choice(saleChannels), property('channel')),
    optional('memberships', list(key), { ...property<SaleWindowRow, 'memberships'>('memberships'), empty: null }),
    required('from', saleMoment, property('from')),
    optional('until', saleMoment, { ...property<SaleWindowRow, 'until'>('until'), empty: null }),
    optional('limit', whole(1, 500), { ...property<SaleWindowRow, 'limit'>('limit'), empty: null }),
  ],
}

/** What a new window has where the sheet has no column for it. */
export const newSaleWindow = (): SaleWindowRow => ({
  ...{ production: '', window: 0, channel: 'web', memberships: null, from: { kind: 'at', at: '' }, until: null, limit: null },
})
