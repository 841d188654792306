/** Cards of this sandbox. Any other number is refused and kept nowhere: somebody may have typed a real one. */
export const testCards = {
  success: '4242 4242 4242 4242',
  decline: '4000 0000 0000 0002',
  challenge: '4000 0000 0000 3220',
  slow: '4000 0000 0000 0077',
} as const
export type CardBehaviour = keyof typeof testCards

const digitsOf = (number: string): string => number.replace(/[\s-]/g, '')

/** What the card with this number does, or undefined when it isn't one of ours. */
export function recogniseCard(number: string): CardBehaviour | undefined {
  const digits = digitsOf(number)
  return (Object.keys(testCards) as CardBehaviour[]).find((behaviour) => digitsOf(testCards[behaviour]) === digits)
}

/** `•••• 4242` */
export const maskCard = (behaviour: CardBehaviour): string => `•••• ${testCards[behaviour].slice(-4)}`
