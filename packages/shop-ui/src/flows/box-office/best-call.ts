import { type Band, bands } from '@playhouse/domain/pricing'
import { type SeatNeed, seatNeeds } from '@playhouse/domain/plan/best'

/** A typed request for the best seats: quantity, band, price type and seat needs. */
export type BestCall = {
  readonly quantity: number
  readonly band: Band | undefined
  readonly needs: readonly SeatNeed[]
  readonly price: string | undefined
}

/** Maximum number of seats that one entry may ask for. */
const maxSeats = 50
/** Two letters each, to be typed quickly. */
export const needCodes: Readonly<Record<SeatNeed, string>> = {
  wheelchair: 'wc',
  companion: 'co',
  'step-free': 'sf',
  'end-of-row': 'er',
  'hearing-loop': 'hl',
  'audio-described': 'ad',
  captioned: 'ca',
  bsl: 'bs',
}
const bandCodes: Readonly<Record<string, Band>> = { p2: 'premium-2', p: 'premium', st: 'standing' }

/** Parses `4`, `4 b`, `2 wc co` or `2 b=conc`. Returns undefined for other texts, which are seat names. */
export function readBestCall(text: string): BestCall | undefined {
  const [where = '', price] = text
    .toLowerCase()
    .split('=')
    .map((side) => side.trim())
  const [count = '', ...words] = where.split(/\s+/)
  const quantity = Number(count)
  if (!/^\d{1,2}$/.test(count) || quantity < 1 || quantity > maxSeats) return undefined
  const needs = new Set<SeatNeed>()
  let band: Band | undefined
  for (const word of words) {
    const need = seatNeeds.find((one) => needCodes[one] === word)
    const namedBand = bandCodes[word] ?? bands.find((one) => one === word)
    if (need) needs.add(need)
    else if (namedBand && band === undefined) band = namedBand
    else return undefined
  }
  // The companion's seat is next to the wheelchair space.
  if (needs.has('companion')) needs.add('wheelchair')
  if (needs.has('companion') && quantity < 2) return undefined
  return { quantity, band, needs: [...needs], price: price || undefined }
}
