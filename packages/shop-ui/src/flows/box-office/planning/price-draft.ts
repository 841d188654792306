import type { PlannedPriceList } from '@playhouse/api-client/contract'
import type { Locale } from '@playhouse/domain/brand'
import { isSameValue } from '@playhouse/domain/change'
import { storedPriceListOf, type PriceListEdit, type StoredPriceList } from '@playhouse/domain/price-list-plan'
import { type Band, bands, type PriceType } from '@playhouse/domain/pricing'
import { zero } from '@playhouse/domain/money'
import { formatAmount, parseAmount } from '../amount.ts'
import { idOfTitle } from './production-draft.ts'

/** What is typed about one price: an empty price is not sold, and an empty fee is none. */
export type PriceCell = { readonly price: string; readonly fee: string }
/** The part of a cell that a grid shows. */
export type CellPart = keyof PriceCell
/**
 * What is typed about the rules of a price type. `vat`: the rate in per cent; empty for the rate of the theatre. `proof`: what is shown at the
 * door, in the theatre's language; empty for nothing. `proofs`: the same in other languages.
 */
export type TypeRules = { readonly vat: string; readonly proof: string; readonly proofs: Partial<Record<Locale, string>> }
/** What is typed about a price list; rules by price type, and cells by `band.type`. */
export type PriceDraft = {
  readonly name: string
  readonly types: readonly PriceType[]
  readonly rules: Readonly<Record<string, TypeRules>>
  readonly cells: Readonly<Record<string, PriceCell>>
}
const emptyRules: TypeRules = { vat: '', proof: '', proofs: {} }
const emptyCell: PriceCell = { price: '', fee: '' }
/** Basis points of 100%. */
const mostVat = 10_000
export const cellKey = (band: Band, type: string): string => `${band}.${type}`
export const cellOf = ({ cells }: PriceDraft, band: Band, type: string): PriceCell => cells[cellKey(band, type)] ?? emptyCell

export const rulesOf = ({ rules }: Pick<PriceDraft, 'rules'>, type: string): TypeRules => rules[type] ?? emptyRules
const typedRulesOf = ({ vatBasisPoints, proofAtDoor }: PriceType): TypeRules => ({
  vat: vatBasisPoints === undefined ? '' : String(vatBasisPoints / 100),
  ...{ proof: proofAtDoor?.text ?? '', proofs: proofAtDoor?.translations ?? {} },
})
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

/** A price type with the rules that were typed; `fault` for a rule that is none. */
function typeOfDraft(
  draft: PriceDraft,
  { vatBasisPoints: _vat, proofAtDoor: _proof, ...type }: PriceType,
  fault: (rule: keyof TypeRules) => void,
): PriceType {
  const { vat, proof, proofs } = rulesOf(draft, type.id)
  // An amount with two decimals has hundredths, as a rate in per cent has basis points.
  const vatBasisPoints = vat.trim() === '' ? undefined : parseAmount(vat.replace(/\s*%$/, ''))
  if (vat.trim() !== '' && (vatBasisPoints === undefined || vatBasisPoints > mostVat)) fault('vat')
  const translations = Object.fromEntries(
    Object.entries(proofs).flatMap(([locale, text]) => (text.trim() === '' ? [] : [[locale, text.trim()] as const])),
  )
  return {
    ...type,
    ...(vatBasisPoints !== undefined && { vatBasisPoints }),
    ...(proof.trim() !== '' && { proofAtDoor: { text: proof.trim(), ...(Object.keys(translations).length > 0 && { translations }) } }),
  }
}

/** The edit that was typed, and the keys of what is no price or no rule: no amounts, a fee above its price, or a rate above 100%. */
export function editOfDraft(draft: PriceDraft): { readonly edit: PriceListEdit; readonly faults: readonly string[] } {
  const faults: string[] = []
  const prices: { [Name in Band]?: Record<string, { price: typeof zero; fee: typeof zero }> } = {}
  for (const band of bands)
    for (const { id } of draft.types) {
      const cell = cellOf(draft, band, id)
      if (cell.price.trim() === '' && cell.fee.trim() === '') continue
      const price = parseAmount(cell.price)
      const fee = cell.fee.trim() === '' ? zero : parseAmount(cell.fee)
      if (price === undefined || fee === undefined || fee > price) faults.push(cellKey(band, id))
      else (prices[band] ??= {})[id] = { price, fee }
    }
  const priceTypes = draft.types.map((type) => typeOfDraft(draft, type, (rule) => faults.push(ruleKey(type.id, rule))))
  return { edit: { name: draft.name, priceTypes, prices }, faults }
}

/** Returns the draft with rules of one price type changed. */
export const withRules = (draft: PriceDraft, type: string, rules: Partial<TypeRules>): PriceDraft => ({
  ...draft,
  rules: { ...draft.rules, [type]: { ...rulesOf(draft, type), ...rules } },
})

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
