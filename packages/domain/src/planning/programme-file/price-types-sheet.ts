import { type Locale, locales } from '../../brand/locale.ts'
import type { TranslatedText } from '../../format/translated-text.ts'
import { money } from '../../money/money.ts'
import type { Levy } from '../../pricing/levy.ts'
import type { PriceRange } from '../../pricing/pay-what-you-can.ts'
import { type PriceType, priceTypeKinds } from '../../pricing/pricing.ts'
import { maxLevyNameLength, maxProofLength, maxTicketPrice } from '../price-list-plan.ts'
import { amount, type CellKind, choice, isFaulty, key, list, text, textOf, whole, yesOrNo } from './cell.ts'
import { type Column, optional, property, required, type Sheet } from './column.ts'

/** A row of the sheet of price types. */
export type PriceTypeRow = PriceType & { readonly priceList: string }

const name = text(80)
const id = text(80)

/** Rates in per cent, whose hundredths are basis points. */
const rate: CellKind<number> = amount(10_000)

const rangeExample = '5.00 to 50.00'
/** What a customer may pay: `5.00 to 50.00`. */
const rangeCell: CellKind<PriceRange> = {
  read: (cell) => {
    const [, from = '', to = ''] = /^(\S+)\s*(?:to|–|-)\s*(\S+)$/i.exec(textOf(cell)) ?? []
    const [least, most] = [from, to].map((text) => amount(maxTicketPrice).read(text))
    if (from === '' || !least || !most || isFaulty(least) || isFaulty(most)) return { fault: 'not-an-amount', suggestion: rangeExample }
    if (least.value > most.value) return { fault: 'out-of-range', suggestion: rangeExample }
    return { value: { least: money(least.value), most: money(most.value) } }
  },
  write: ({ least, most }) => `${(least / 100).toFixed(2)} to ${(most / 100).toFixed(2)}`,
}

const levyText = text(maxLevyNameLength)

/** A levy as `1.50 Restoration levy` for each ticket, or `5% Restoration levy` of its price. The name is that in the theatre's language. */
const levyCell: CellKind<Levy> = {
  read: (cell) => {
    const [, size = '', percent = '', words = ''] = /^(\S+?)\s*(%?)\s+(\S.*)$/.exec(textOf(cell)) ?? []
    const read = (percent === '' ? amount(maxTicketPrice) : rate).read(size)
    const named = levyText.read(words)
    if (isFaulty(read) || words === '') return { fault: isFaulty(read) ? read.fault : 'missing', suggestion: '1.50 Restoration levy' }
    if (read.value === 0) return { fault: 'out-of-range', suggestion: '1.50 Restoration levy' }
    if (isFaulty(named)) return named
    const levyName = { text: named.value }
    return { value: percent === '' ? { name: levyName, amount: money(read.value) } : { name: levyName, basisPoints: read.value } }
  },
  write: (levy) => `${'amount' in levy ? (levy.amount / 100).toFixed(2) : `${levy.basisPoints / 100}%`} ${levy.name.text}`,
}

/** The column of the name of a levy in another language than the theatre's. It needs the column of the levy, and is left out without. */
const levyInto = (locale: Locale): Column<PriceTypeRow> =>
  optional(`levy (${locale})`, levyText, {
    field: `levy.name.translations.${locale}`,
    get: ({ levy }: PriceTypeRow) => levy?.name.translations?.[locale],
    set: (thing, written) =>
      thing.levy ? { ...thing, levy: { ...thing.levy, name: translatedInto(thing.levy.name, locale, written) } } : thing,
    empty: undefined,
  })

/** The text with another translation, or without it. */
function translatedInto(
  { text: original, translations: former }: TranslatedText,
  locale: Locale,
  written: string | undefined,
): TranslatedText {
  const { [locale]: _former, ...others } = former ?? {}
  const translations = written === undefined ? others : { ...others, [locale]: written }
  return { text: original, ...(Object.keys(translations).length > 0 && { translations }) }
}

const proofText = text(maxProofLength)
/** The column of a proof in another language than the theatre's. It needs the column of the theatre's language, and is left out without. */
const proofInto = (locale: Locale): Column<PriceTypeRow> =>
  optional(`proof at the door (${locale})`, proofText, {
    field: `proofAtDoor.translations.${locale}`,
    get: ({ proofAtDoor }: PriceTypeRow) => proofAtDoor?.translations?.[locale],
    set: (thing, written) => (thing.proofAtDoor ? { ...thing, proofAtDoor: translatedInto(thing.proofAtDoor, locale, written) } : thing),
    empty: undefined,
  })

/** The sheet of price types. */
export const priceTypesSheet: Sheet<PriceTypeRow> = {
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
    optional('pay what you can', rangeCell, {
      field: 'payWhatYouCan',
      get: (thing: PriceTypeRow) => thing.payWhatYouCan,
      set: ({ payWhatYouCan: _range, ...thing }, payWhatYouCan) => ({ ...thing, ...(payWhatYouCan && { payWhatYouCan }) }),
      empty: undefined,
    }),
    optional('levy', levyCell, {
      field: 'levy',
      get: (thing: PriceTypeRow) => thing.levy,
      set: ({ levy: former, ...thing }, levy) => ({
        ...thing,
        ...(levy && { levy: { ...levy, name: { ...former?.name, text: levy.name.text } } }),
      }),
      empty: undefined,
    }),
    ...locales.map(levyInto),
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
