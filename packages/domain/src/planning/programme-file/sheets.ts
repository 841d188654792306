import { type Locale, locales } from '../../brand/locale.ts'
import { type Band, bands } from '../../pricing/band.ts'
import { type PriceType, priceTypeKinds } from '../../pricing/pricing.ts'
import { accessTags, type Production, type ProductionTexts, saleStates } from '../../season/season.ts'
import { performanceStates, type StoredPerformance } from '../performance-plan.ts'
import { maxProofLength, maxTicketPrice, type TicketPrice } from '../price-list-plan.ts'
import { type PerformanceType, productionStates, type StoredProduction } from '../production-plan.ts'
import { amount, type CellKind, choice, day, isFaulty, key, list, moment, text, textOf, timeOfDay, whole, yesOrNo } from './cell.ts'
import { type Column, optional, property, required, type Sheet } from './column.ts'
import { imageColumns } from './image-columns.ts'
import { performanceTypesSheet } from './performance-types-sheet.ts'
import { richText } from './rich-text.ts'
import { newSaleWindow, type SaleWindowRow, saleWindowsSheet } from './sale-windows-sheet.ts'

/** A row of the sheet of price lists: what a list has besides its price types and prices. */
export type PriceListRow = {
  readonly id: string
  readonly name: string
  readonly hall: string
  readonly seatBands: [band: number, seats: number][]
  readonly seatBlocks: [first: number, seats: number][] | null
}
/** A row of the sheet of price types. */
export type PriceTypeRow = PriceType & { readonly priceList: string }
/** A row of the sheet of prices. A pair without a price is not sold. */
export type PriceRow = {
  readonly priceList: string
  readonly band: Band
  readonly priceType: string
  readonly price: TicketPrice['price'] | null
  readonly fee: TicketPrice['fee']
}

/** What each sheet has a row of. */
export type ProgrammeThings = {
  readonly 'price lists': PriceListRow
  readonly 'price types': PriceTypeRow
  readonly prices: PriceRow
  readonly 'performance types': PerformanceType
  readonly productions: StoredProduction
  readonly performances: StoredPerformance
  readonly 'on-sale windows': SaleWindowRow
}
export type SheetName = keyof ProgrammeThings

const line = text(300)
const name = text(80)
const id = text(80)

const performer: CellKind<NonNullable<Production['performers']>[number]> = {
  read: (cell) => {
    const read = line.read(cell)
    if (isFaulty(read)) return read
    const [, group] = /^(.+?)\s*\(group\)$/.exec(read.value) ?? []
    return { value: group === undefined ? { kind: 'person', name: read.value } : { kind: 'group', name: group } }
  },
  write: (written) => (written.kind === 'group' ? `${written.name} (group)` : written.name),
}

const streaming = {
  field: 'streaming',
  get: (thing: StoredProduction) => thing.streaming,
  set: ({ streaming: _streaming, ...thing }: StoredProduction, written: string | undefined): StoredProduction => ({
    ...thing,
    ...(written !== undefined && { streaming: written }),
  }),
  empty: undefined,
}

/** A production without an address that staff chose has its key. */
const address = {
  field: 'slug',
  get: (thing: StoredProduction) => thing.slug,
  set: ({ slug: _slug, ...thing }: StoredProduction, written: string | undefined): StoredProduction => ({
    ...thing,
    ...(written !== undefined && written !== thing.id && { slug: written }),
  }),
  empty: undefined,
}

const performers = {
  field: 'performers',
  get: (thing: StoredProduction) => thing.performers,
  set: ({ performers: _performers, ...thing }: StoredProduction, written: StoredProduction['performers']): StoredProduction => ({
    ...thing,
    ...(written !== undefined && { performers: written }),
  }),
  empty: undefined,
}

/** The column of a text in another language than the production's. An empty cell means that it is not translated. */
const translation = <Value>(
  header: string,
  locale: Locale,
  field: keyof ProductionTexts,
  kind: CellKind<NonNullable<Value>>,
): Column<StoredProduction> =>
  optional<StoredProduction, Value | undefined>(`${header} (${locale})`, kind as CellKind<NonNullable<Value | undefined>>, {
    field: `translations.${locale}.${field}`,
    get: (thing) => thing.translations?.[locale]?.[field] as Value | undefined,
    set: (thing, written) => translated(thing, locale, field, written),
    empty: undefined,
  })

function translated(thing: StoredProduction, locale: Locale, field: keyof ProductionTexts, written: unknown): StoredProduction {
  const { translations: before = {}, ...rest } = thing
  const { [field]: _former, ...texts } = before[locale] ?? {}
  const { [locale]: _texts, ...others } = before
  const edited = written === undefined ? texts : { ...texts, [field]: written }
  const translations = Object.keys(edited).length > 0 ? { ...others, [locale]: edited } : others
  return Object.keys(translations).length > 0 ? { ...rest, translations } : rest
}

const translationsInto = (locale: Locale): Column<StoredProduction>[] => [
  translation('title', locale, 'title', line),
  translation('credit', locale, 'credit', line),
  translation('tagline', locale, 'tagline', line),
  translation('synopsis', locale, 'synopsis', richText),
  translation('warnings', locale, 'warnings', list(line, '\n')),
  translation('streaming', locale, 'streaming', line),
]

const motifs: StoredProduction['poster']['motif'][] = ['arcs', 'waves', 'grid', 'sun', 'steps', 'rays', 'thread', 'blocks']

const productions: Sheet<StoredProduction> = {
  name: 'productions',
  key: ['production'],
  columns: [
    required('production', key, property('id')),
    required('title', line, property('title')),
    optional('address', key, address),
    optional('credit', line, { ...property<StoredProduction, 'credit'>('credit'), empty: '' }),
    optional('performers', list(performer, '\n'), performers),
    optional('tagline', line, { ...property<StoredProduction, 'tagline'>('tagline'), empty: '' }),
    optional('synopsis', richText, { ...property<StoredProduction, 'synopsis'>('synopsis'), empty: [] }),
    required('running time', whole(1, 1_440), property('runningTime')),
    optional('intervals', whole(0, 20), { ...property<StoredProduction, 'intervals'>('intervals'), empty: 0 }),
    optional('age guidance', whole(0, 99), { ...property<StoredProduction, 'ageGuidance'>('ageGuidance'), empty: 0 }),
    optional('warnings', list(line, '\n'), { ...property<StoredProduction, 'warnings'>('warnings'), empty: [] }),
    optional('streaming', line, streaming),
    optional('venue', line, { ...property<StoredProduction, 'venue'>('venue'), empty: '' }),
    required('language', text(35), property('copyLanguage')),
    optional('poster hue', whole(0, 359), {
      field: 'poster.hue',
      get: ({ poster }: StoredProduction) => poster.hue,
      set: (thing, hue) => ({ ...thing, poster: { ...thing.poster, hue } }),
      empty: 0,
    }),
    optional('poster motif', choice(motifs), {
      field: 'poster.motif',
      get: ({ poster }: StoredProduction) => poster.motif,
      set: (thing, motif) => ({ ...thing, poster: { ...thing.poster, motif } }),
      empty: 'arcs',
    }),
    ...imageColumns,
    optional('state', choice(productionStates), { ...property<StoredProduction, 'state'>('state'), empty: 'draft' }),
    ...locales.flatMap(translationsInto),
  ],
}

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

const performances: Sheet<StoredPerformance> = {
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

/** Seats of a plan in order, by band: `a 120, b 40` are the first 120 seats in band a and the next 40 in band b. */
const seatBands: CellKind<PriceListRow['seatBands'][number]> = {
  read: (cell) => {
    const [band = '', seats = '', ...more] = textOf(cell).split(/\s+/)
    const [bandRead, seatsRead] = [choice(bands).read(band), whole(1, 100_000).read(seats)]
    if (isFaulty(bandRead)) return bandRead
    if (isFaulty(seatsRead) || more.length > 0) return { fault: 'not-a-number', suggestion: 'a 120, b 40' }
    return { value: [bands.indexOf(bandRead.value), seatsRead.value] }
  },
  write: ([band, seats]) => `${bands[band]} ${seats}`,
}

const seatBlocks: CellKind<[first: number, seats: number]> = {
  read: (cell) => {
    const [, first = '', seats = ''] = /^(\d{1,6})\+(\d{1,6})$/.exec(textOf(cell)) ?? []
    return first === '' ? { fault: 'not-a-number', suggestion: '0+2, 2+4' } : { value: [Number(first), Number(seats)] }
  },
  write: ([first, seats]) => `${first}+${seats}`,
}

const priceLists: Sheet<PriceListRow> = {
  name: 'price lists',
  key: ['price list'],
  columns: [
    required('price list', id, property('id')),
    required('name', name, property('name')),
    required('hall', id, property('hall')),
    required('bands of seats', list(seatBands), property('seatBands')),
    optional('blocks of seats', list(seatBlocks), { ...property<PriceListRow, 'seatBlocks'>('seatBlocks'), empty: null }),
  ],
}

/** Rates in per cent, whose hundredths are basis points. */
const rate: CellKind<number> = amount(10_000)

const proofText = text(maxProofLength)
/** The column of a proof in another language than the theatre's. It needs the column of the theatre's language, and is left out without. */
const proofInto = (locale: Locale): Column<PriceTypeRow> =>
  optional(`proof at the door (${locale})`, proofText, {
    field: `proofAtDoor.translations.${locale}`,
    get: ({ proofAtDoor }: PriceTypeRow) => proofAtDoor?.translations?.[locale],
    set: (thing, written) => {
      if (!thing.proofAtDoor) return thing
      const { [locale]: _former, ...others } = thing.proofAtDoor.translations ?? {}
      const translations = written === undefined ? others : { ...others, [locale]: written }
      const { text: proof } = thing.proofAtDoor
      return { ...thing, proofAtDoor: { text: proof, ...(Object.keys(translations).length > 0 && { translations }) } }
    },
    empty: undefined,
  })

const priceTypes: Sheet<PriceTypeRow> = {
  name: 'price types',
  key: ['price list', 'price type'],
  columns: [
    required('price list', id, property('priceList')),
    required('price type', text(40), property('id')),
    required('name', name, property('name')),
    required('kind', choice(priceTypeKinds), property('kind')),
    optional('limit', whole(1, 500), {
      field: 'limit',
      get: (thing: PriceTypeRow) => thing.limit,
      set: ({ limit: _limit, ...thing }, limit) => ({ ...thing, ...(limit !== undefined && { limit }) }),
      empty: undefined,
    }),
    optional('accompanied', yesOrNo, {
      field: 'accompanied',
      get: ({ accompanied }: PriceTypeRow) => accompanied ?? false,
      set: ({ accompanied: _accompanied, ...thing }, accompanied) => ({ ...thing, ...(accompanied && { accompanied }) }),
      empty: false,
    }),
    optional('vat', rate, {
      field: 'vatBasisPoints',
      get: (thing: PriceTypeRow) => thing.vatBasisPoints,
      set: ({ vatBasisPoints: _vat, ...thing }, vatBasisPoints) => ({ ...thing, ...(vatBasisPoints !== undefined && { vatBasisPoints }) }),
      empty: undefined,
    }),
    optional('proof at the door', proofText, {
      field: 'proofAtDoor',
      get: ({ proofAtDoor }: PriceTypeRow) => proofAtDoor?.text,
      set: ({ proofAtDoor, ...thing }, written) => ({
        ...thing,
        ...(written !== undefined && { proofAtDoor: { ...proofAtDoor, text: written } }),
      }),
      empty: undefined,
    }),
    ...locales.map(proofInto),
    optional('memberships', list(key), {
      field: 'memberships',
      get: (thing: PriceTypeRow) => thing.memberships,
      set: ({ memberships: _memberships, ...thing }, memberships) => ({ ...thing, ...(memberships && { memberships: [...memberships] }) }),
      empty: undefined,
    }),
  ],
}

const money = amount(maxTicketPrice) as unknown as CellKind<TicketPrice['price']>
const prices: Sheet<PriceRow> = {
  name: 'prices',
  key: ['price list', 'band', 'price type'],
  columns: [
    required('price list', id, property('priceList')),
    required('band', choice(bands), property('band')),
    required('price type', text(40), property('priceType')),
    optional('price', money, { ...property<PriceRow, 'price'>('price'), empty: null }),
    optional('fee', money, { ...property<PriceRow, 'fee'>('fee'), empty: 0 as TicketPrice['fee'] }),
  ],
}

/** The sheets of a programme file, in the order in which they refer to each other. */
export const programmeSheets: { readonly [Name in SheetName]: Sheet<ProgrammeThings[Name]> } = {
  'price lists': priceLists,
  'price types': priceTypes,
  prices,
  'performance types': performanceTypesSheet,
  productions,
  performances,
  'on-sale windows': saleWindowsSheet,
}
export const sheetNames = Object.keys(programmeSheets) as SheetName[]

/**
 * What a new thing has where its sheet has no column for it. Required fields are empty until the row is read.
 * @param timeZone of the theatre
 */
export const newThings = {
  'price lists': (): PriceListRow => ({ id: '', name: '', hall: '', seatBands: [], seatBlocks: null }),
  'price types': (): PriceTypeRow => ({ priceList: '', id: '', name: '', kind: 'full' }),
  prices: (): PriceRow => ({ priceList: '', band: 'a', priceType: '', price: null, fee: 0 as TicketPrice['fee'] }),
  'performance types': (): PerformanceType => ({ id: '', name: '', priceList: '', accessTags: [], perCustomer: null }),
  productions: (): StoredProduction => ({
    ...{ id: '', title: '', credit: '', tagline: '', synopsis: [], runningTime: 0, intervals: 0, ageGuidance: 0, warnings: [], venue: '' },
    ...{ copyLanguage: '', poster: { hue: 0, motif: 'arcs' }, state: 'draft' },
  }),
  performances: (timeZone: string): StoredPerformance => ({
    ...{ id: '', production: '', hall: '', planVersion: '', priceList: '', type: null, startsAt: '', timeZone, generalSaleAt: '' },
    ...{ web: { isVisible: true, sale: 'on-sale' }, counter: { isVisible: true, isOnSale: true }, priority: [] },
    ...{ programme: null, members: null, perCustomer: null, accessTags: [], state: 'draft' },
  }),
  'on-sale windows': newSaleWindow,
} as const satisfies { readonly [Name in SheetName]: (timeZone: string) => ProgrammeThings[Name] }
