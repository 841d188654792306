/** Pixels in each unit of CSS. */
const units: Readonly<Record<string, number>> = { px: 1, in: 96, cm: 96 / 2.54, mm: 96 / 25.4, pt: 4 / 3, pc: 16, q: 96 / 101.6 }

/** Reads a length in pixels; undefined for percentages and whatever is no length. */
export function pixelsOf(text: string | undefined): number | undefined {
  const [, digits, unit = ''] = /^\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)\s*([a-z]*)\s*$/i.exec(text ?? '') ?? []
  const factor = unit === '' ? 1 : units[unit.toLowerCase()]
  return digits === undefined || factor === undefined ? undefined : Number(digits) * factor
}

/** The numbers of a list such as `points` and `viewBox`. */
export const numbersIn = (text: string): number[] => (text.match(/[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi) ?? []).map(Number)
