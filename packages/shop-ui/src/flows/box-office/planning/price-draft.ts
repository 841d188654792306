import type { PlannedPriceList } from '@playhouse/api-client/contract'
import type { Locale } from '@playhouse/domain/brand'
import { isSameValue } from '@playhouse/domain/change'
import type { Levy } from '@playhouse/domain/levy'
import { isInRange, type PriceRange } from '@playhouse/domain/pay-what-you-can'
import { maxTicketPrice, storedPriceListOf, type PriceListEdit, type StoredPriceList } from '@playhouse/domain/price-list-plan'
import { type Band, bands, type PriceType } from '@playhouse/domain/pricing'
import { type Money, money, zero } from '@playhouse/domain/money'
import type { TranslatedText } from '@playhouse/domain/translated-text'
import { formatAmount, parseAmount } from '@playhouse/domain/typed-amount'
import { idOfTitle } from './production-draft.ts'

/** What is typed about one price: an empty price is not sold, and an empty fee is none. */
export type PriceCell = { readonly price: string; readonly fee: string }
/** The part of a cell that a grid shows. */
export type CellPart = keyof PriceCell
/**
 * What is typed about the rules of a price type. `vat`: the rate in per cent; empty for the rate of the theatre. `proof`: what is shown at the
 * door, in the theatre's language; empty for nothing. `proofs`: the same in other languages. `levy`: an amount, or a part such as `5%`; empty
 * for none. `least` and `most`: what customers may pay; empty for a fixed price. `levyName`: its name in the theatre's language. `levyNames`: the same in other languages.
 */
export type TypeRules = {
  readonly vat: string
  readonly proof: string
  readonly proofs: Partial<Record<Locale, string>>
  readonly least: string
  readonly most: string
  readonly levy: string
  readonly levyName: string
  readonly levyNames: Partial<Record<Locale, string>>
}
/** What is typed about a price list; rules by price type, and cells by `band.type`. */
export type PriceDraft = {
  readonly name: string
  readonly types: readonly PriceType[]
  readonly rules: Readonly<Record<string, TypeRules>>
  readonly cells: Readonly<Record<string, PriceCell>>
}
const emptyRules: TypeRules = { vat: '', proof: '', proofs: {}, least: '', most: '', levy: '', levyName: '', levyNames: {} }
const emptyCell: PriceCell = { price: '', fee: '' }
/** Basis points of 100%. */
const mostBasisPoints = 10_000
export const cellKey = (band: Band, type: string): string => `${band}.${type}`
export const cellOf = ({ cells }: PriceDraft, band: Band, type: string): PriceCell => cells[cellKey(band, type)] ?? emptyCell

export const rulesOf = ({ rules }: Pick<PriceDraft, 'rules'>, type: string): TypeRules => rules[type] ?? emptyRules
const typedRulesOf = ({ vatBasisPoints, proofAtDoor, payWhatYouCan: range, levy }: PriceType): TypeRules => ({
  vat: vatBasisPoints === undefined ? '' : String(vatBasisPoints / 100),
  ...{ proof: proofAtDoor?.text ?? '', proofs: proofAtDoor?.translations ?? {} },
  ...{ least: range ? formatAmount(range.least) : '', most: range ? formatAmount(range.most) : '' },
  ...{ levy: levy ? sizeOfLevy(levy) : '', levyName: levy?.name.text ?? '', levyNames: levy?.name.translations ?? {} },
})
const sizeOfLevy = (levy: Levy): string => ('amount' in levy ? formatAmount(levy.amount) : `${levy.basisPoints / 100}%`)
/** The key of a rule among the faults of a draft. */
export const ruleKey = (type: string, rule: keyof TypeRules): string => `rule.${type}.${rule}`

/** The rows of the grid: bands that seats have, and bands that have a price. */
export const bandsOf = ({ seats, prices }: Pick<PlannedPriceList, 'seats' | 'prices'>): Band[] =>
  bands.filter((band) => seats.some((each) => each.band === band) || Object.keys(prices[band] ?? {}).length > 0)

export const draftOfPrices = ({ name, priceTypes, prices }: Pick<PlannedPriceList, 'name' | 'priceTypes' | 'prices'>): PriceDraft => ({
  ...{ name, types: priceTypes, rules: Object.fromEntries(priceTypes.map((type) => [type.id, typedRulesOf(type)])) },
  cells: Object.fromEntries(
    Object.entries(prices).flatMap(([band, ofBand]) =>
      Object.entries(ofBand).map(([type, { price, fee }]) => [
        cellKey(band as Band, type),
        { price: formatAmount(price), fee: fee === 0 ? '' : formatAmount(fee) },
      ]),
    ),
  ),
})

/** Basis points of a rate in per cent; undefined for a text that is none. An amount with two decimals has hundredths, as a rate has basis points. */
function parseRate(text: string): number | undefined {
  const basisPoints = parseAmount(text.replace(/\s*%$/, ''))
  return basisPoints !== undefined && basisPoints <= mostBasisPoints ? basisPoints : undefined
}

/** A typed text with its translations; undefined where it is empty. */
function translatedOf(text: string, translations: Partial<Record<Locale, string>>): TranslatedText | undefined {
  const filled = Object.fromEntries(
    Object.entries(translations).flatMap(([locale, words]) => (words.trim() === '' ? [] : [[locale, words.trim()] as const])),
  )
  return text.trim() === '' ? undefined : { text: text.trim(), ...(Object.keys(filled).length > 0 && { translations: filled }) }
}

/** The range of prices that was typed; undefined for none, and for one that is a fault. */
function rangeOfRules({ least: from, most: to }: TypeRules, fault: (rule: keyof TypeRules) => void): PriceRange | undefined {
  if (from.trim() === '' && to.trim() === '') return undefined
  const [least, most] = [parseAmount(from), parseAmount(to)]
  if (least !== undefined && most !== undefined && least <= most) return { least, most }
  fault(least === undefined ? 'least' : 'most')
  return undefined
}

/** The levy that was typed; undefined for none, and for one that is a fault. */
function levyOfRules({ levy, levyName, levyNames }: TypeRules, fault: (rule: keyof TypeRules) => void): Levy | undefined {
  const name = translatedOf(levyName, levyNames)
  if (levy.trim() === '' && !name) return undefined
  const isPart = levy.includes('%')
  const size = isPart ? parseRate(levy.trim()) : parseAmount(levy)
  if (!size) fault('levy')
  if (!name) fault('levyName')
  if (!size || !name) return undefined
  return isPart ? { name, basisPoints: size } : { name, amount: money(size) }
}

/** A price type with the rules that were typed; `fault` for a rule that is none. */
function typeOfDraft(
  draft: PriceDraft,
  { vatBasisPoints: _vat, proofAtDoor: _proof, payWhatYouCan: _range, levy: _levy, ...type }: PriceType,
  fault: (rule: keyof TypeRules) => void,
): PriceType {
  const rules = rulesOf(draft, type.id)
  const vatBasisPoints = rules.vat.trim() === '' ? undefined : parseRate(rules.vat)
  if (rules.vat.trim() !== '' && vatBasisPoints === undefined) fault('vat')
  const proofAtDoor = translatedOf(rules.proof, rules.proofs)
  const payWhatYouCan = rangeOfRules(rules, fault)
  const levy = levyOfRules(rules, fault)
  return {
    ...type,
    ...(vatBasisPoints !== undefined && { vatBasisPoints }),
    ...(proofAtDoor && { proofAtDoor }),
    ...(payWhatYouCan && { payWhatYouCan }),
    ...(levy && { levy }),
  }
}

/** The amounts of a cell; undefined where one is none. */
function amountsOf(cell: PriceCell): { readonly price: Money; readonly fee: Money } | undefined {
  const price = parseAmount(cell.price)
  const fee = cell.fee.trim() === '' ? zero : parseAmount(cell.fee)
  return price === undefined || fee === undefined ? undefined : { price, fee }
}

/** What is wrong with a part of a cell: its text is `prices.cellFault.<kind>`. `unpriced`: its band is on sale and has no other price. */
export type CellFault =
  | { readonly part: 'price'; readonly kind: 'price' | 'unpriced' }
  | { readonly part: 'price'; readonly kind: 'out-of-range'; readonly range: PriceRange }
  | { readonly part: 'fee'; readonly kind: 'fee' }

/** Returns what is wrong with a cell; undefined where its amounts can be sent. */
export function cellFaultOf(draft: PriceDraft, band: Band, type: string): CellFault | undefined {
  const cell = cellOf(draft, band, type)
  if (cell.price.trim() === '' && cell.fee.trim() === '') return undefined
  const price = parseAmount(cell.price)
  if (price === undefined || price > maxTicketPrice) return { part: 'price', kind: 'price' }
  const fee = amountsOf(cell)?.fee
  if (fee === undefined || fee > price) return { part: 'fee', kind: 'fee' }
  const range = rangeOfRules(rulesOf(draft, type), () => {})
  return range && !isInRange(range, price) ? { part: 'price', kind: 'out-of-range', range } : undefined
}

/** The edit that was typed, and the keys of what is no price or no rule: no amounts, a fee above its price, or a rate above 100%. */
export function editOfDraft(draft: PriceDraft): { readonly edit: PriceListEdit; readonly faults: readonly string[] } {
  const faults: string[] = []
  const prices: { [Name in Band]?: Record<string, { price: typeof zero; fee: typeof zero }> } = {}
  for (const band of bands)
    for (const { id } of draft.types) {
      const cell = cellOf(draft, band, id)
      if (cell.price.trim() === '' && cell.fee.trim() === '') continue
      const amounts = amountsOf(cell)
      if (cellFaultOf(draft, band, id)) faults.push(cellKey(band, id))
      else if (amounts) (prices[band] ??= {})[id] = amounts
    }
  const priceTypes = draft.types.map((type) => typeOfDraft(draft, type, (rule) => faults.push(ruleKey(type.id, rule))))
  return { edit: { name: draft.name, priceTypes, prices }, faults }
}

/** Returns the draft with rules of one price type changed. */
export const withRules = (draft: PriceDraft, type: string, rules: Partial<TypeRules>): PriceDraft => ({
  ...draft,
  rules: { ...draft.rules, [type]: { ...rulesOf(draft, type), ...rules } },
})

/** Returns the draft with the levy of one price type for all. */
export function withLevyForAll(draft: PriceDraft, type: string): PriceDraft {
  const { levy, levyName, levyNames } = rulesOf(draft, type)
  return draft.types.reduce((all, { id }) => withRules(all, id, { levy, levyName, levyNames }), draft)
}

/** Returns the draft with a part of one cell changed. */
export const withCell = (draft: PriceDraft, key: string, part: CellPart, text: string): PriceDraft => ({
  ...draft,
  cells: { ...draft.cells, [key]: { ...(draft.cells[key] ?? emptyCell), [part]: text } },
})

/**
 * Pastes a block of a spreadsheet from a cell on, to the right and down. What does not fit is left out.
 * @param text rows by line, cells by tab
 */
export function pasteBlock(
  draft: PriceDraft,
  {
    rows,
    from,
    part,
    text,
  }: {
    readonly rows: readonly Band[]
    readonly from: readonly [row: number, column: number]
    readonly part: CellPart
    readonly text: string
  },
): PriceDraft {
  const [firstRow, firstColumn] = from
  let next = draft
  for (const [nth, line] of text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .entries())
    for (const [place, value] of line.split('\t').entries()) {
      const [band, type] = [rows[firstRow + nth], draft.types[firstColumn + place]]
      if (band && type) next = withCell(next, cellKey(band, type.id), part, amountText(value))
    }
  return next
}

/** An amount as a spreadsheet copies it, without its currency and thousands separator. */
function amountText(copied: string): string {
  const text = copied.replaceAll(/[^\d.,-]/g, '')
  return text.replaceAll(/[.,](?=\d{3}(?:\D|$))/g, '')
}

/** The draft with another price type, whose id is made from its name. Unchanged where the name is blank or its id is taken. */
export function withPriceType(draft: PriceDraft, name: string, kind: PriceType['kind']): PriceDraft {
  const id = idOfTitle(name).slice(0, 40)
  if (id === '' || draft.types.some((type) => type.id === id)) return draft
  return { ...draft, types: [...draft.types, { id, name: name.trim(), kind }] }
}

/** What was typed, with what another staff user changed meanwhile and was not typed here. */
export function mergePriceDrafts(base: PriceDraft, typed: PriceDraft, current: PriceDraft): PriceDraft {
  const keys = [...new Set([...Object.keys(base.cells), ...Object.keys(typed.cells), ...Object.keys(current.cells)])]
  const isSame = (one: PriceCell = emptyCell, other: PriceCell = emptyCell): boolean => one.price === other.price && one.fee === other.fee
  const cells = keys.flatMap((key) => {
    const cell = isSame(typed.cells[key], base.cells[key]) ? current.cells[key] : typed.cells[key]
    return cell ? [[key, cell] as const] : []
  })
  const rules = { ...current.rules }
  for (const [id, ofType] of Object.entries(typed.rules)) if (!isSameValue(ofType, rulesOf(base, id))) rules[id] = ofType
  const added = typed.types.filter(({ id }) => !base.types.some((type) => type.id === id) && !current.types.some((type) => type.id === id))
  const renamed = new Map(
    typed.types.flatMap((type): [string, PriceType][] => {
      const before = base.types.find(({ id }) => id === type.id)
      return before && before.name !== type.name ? [[type.id, type]] : []
    }),
  )
  return {
    name: typed.name === base.name ? current.name : typed.name,
    types: [...current.types.map((type) => ({ ...type, name: renamed.get(type.id)?.name ?? type.name })), ...added],
    rules,
    cells: Object.fromEntries(cells),
  }
}

/** A price list as change sets store it, without its seats. */
export const storedOf = ({ id, name, hall, priceTypes, prices }: PlannedPriceList): StoredPriceList =>
  storedPriceListOf({ id, name, hall, priceTypes, prices, seatBands: [] })
