import { accessTags, saleStates } from '../../season/season.ts'
import { performanceStates, type StoredPerformance } from '../performance-plan.ts'
import { type CellKind, choice, day, isFaulty, key, list, moment, text, textOf, timeOfDay, whole, yesOrNo } from './cell.ts'
import { type Column, optional, property, required, type Sheet } from './column.ts'

const id = text(80)

const startsAt = {
  field: 'startsAt',
  onDay: {
    get: ({ startsAt: at }: StoredPerformance) => at.slice(0, 10),
    set: (thing: StoredPerformance, onDay: string) => ({ ...thing, startsAt: `${onDay}T${thing.startsAt.slice(11)}` }),
  },
  atTime: {
    get: ({ startsAt: at }: StoredPerformance) => at.slice(11),
    set: (thing: StoredPerformance, atTime: string) => ({ ...thing, startsAt: `${thing.startsAt.slice(0, 10)}T${atTime}` }),
  },
}

const priorityPeriod: CellKind<StoredPerformance['priority'][number]> = {
  read: (cell) => {
    const [, at = '', levels = ''] = /^(\d{4}-\S+[ T]+\S+)\s+(.+)$/.exec(textOf(cell)) ?? []
    const [from, memberships] = [moment.read(at), list(key).read(levels)]
    if (isFaulty(from)) return { fault: from.fault, suggestion: '2031-02-03 10:00 friends, patrons' }
    return isFaulty(memberships) ? memberships : { value: { from: from.value, memberships: memberships.value } }
  },
  write: ({ from, memberships }) => `${textOf(moment.write(from))} ${memberships.join(', ')}`,
}

const isVisible = (header: string, channel: 'web' | 'counter'): Column<StoredPerformance> =>
  optional(header, yesOrNo, {
    field: `${channel}.isVisible`,
    get: (thing: StoredPerformance): boolean => thing[channel].isVisible,
    set: (thing, visible: boolean) => ({ ...thing, [channel]: { ...thing[channel], isVisible: visible } }),
    empty: true,
  })

/** The performances with their dates, halls and sale. */
export const performancesSheet: Sheet<StoredPerformance> = {
  name: 'performances',
  key: ['performance'],
  columns: [
    required('performance', key, property('id')),
    required('production', key, property('production')),
    required('date', day, { field: startsAt.field, ...startsAt.onDay }),
    required('time', timeOfDay, { field: startsAt.field, ...startsAt.atTime }),
    optional('time zone', text(60), { ...property<StoredPerformance, 'timeZone'>('timeZone'), empty: '' }),
    required('hall', id, property('hall')),
    optional('plan', id, { ...property<StoredPerformance, 'planVersion'>('planVersion'), empty: '' }),
    required('price list', id, property('priceList')),
    optional('type', key, { ...property<StoredPerformance, 'type'>('type'), empty: null }),
    required('general sale', moment, property('generalSaleAt')),
    optional('priority', list(priorityPeriod, '\n'), { ...property<StoredPerformance, 'priority'>('priority'), empty: [] }),
    isVisible('visible online', 'web'),
    optional('online sale', choice(saleStates), {
      field: 'web.sale',
      get: ({ web }: StoredPerformance) => web.sale,
      set: (thing, sale) => ({ ...thing, web: { ...thing.web, sale } }),
      empty: 'on-sale',
    }),
    isVisible('visible at the counter', 'counter'),
    optional('sold at the counter', yesOrNo, {
      field: 'counter.isOnSale',
      get: ({ counter }: StoredPerformance) => counter.isOnSale,
      set: (thing, isOnSale) => ({ ...thing, counter: { ...thing.counter, isOnSale } }),
      empty: true,
    }),
    optional('programme', key, { ...property<StoredPerformance, 'programme'>('programme'), empty: null }),
    optional('members only', list(key), { ...property<StoredPerformance, 'members'>('members'), empty: null }),
    optional('tickets per customer', whole(1, 500), { ...property<StoredPerformance, 'perCustomer'>('perCustomer'), empty: null }),
    optional('access', list(choice(accessTags)), { ...property<StoredPerformance, 'accessTags'>('accessTags'), empty: [] }),
    optional('state', choice(performanceStates), { ...property<StoredPerformance, 'state'>('state'), empty: 'draft' }),
  ],
}
