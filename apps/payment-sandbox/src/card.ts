/** Test cards of this sandbox. Any other number is rejected and not stored, because it may be a real one. */
export const testCards = {
  success: '4242 4242 4242 4242',
  decline: '4000 0000 0000 0002',
  challenge: '4000 0000 0000 3220',
  slow: '4000 0000 0000 0077',
  'declined-later': '4000 0000 0000 0341',
  'refund-fails': '4000 0000 0000 5126',
  'refund-refused': '4000 0000 0000 7726',
} as const
export type CardBehaviour = keyof typeof testCards

/** Mobile payment apps by the currency that they take. */
export const mobilePayments: Readonly<Record<string, string>> = { SEK: 'Swish', DKK: 'MobilePay' }

const digitsOf = (number: string): string => number.replace(/[\s-]/g, '')

/** The behaviour of a test card by its number; undefined for any other number. */
export function recogniseCard(number: string): CardBehaviour | undefined {
  const digits = digitsOf(number)
  return (Object.keys(testCards) as CardBehaviour[]).find((behaviour) => digitsOf(testCards[behaviour]) === digits)
}

/** Converts an expiry date as payers type it, `12/34`, to `2034-12`; undefined for any other text. */
export function readExpiry(text: string): string | undefined {
  const [, month, year] = /^\s*(0?[1-9]|1[0-2])\s*\/\s*(\d\d)\s*$/.exec(text) ?? []
  return month && year && `20${year}-${month.padStart(2, '0')}`
}

/** `•••• 4242` */
export const maskCard = (behaviour: CardBehaviour): string => `•••• ${testCards[behaviour].slice(-4)}`
