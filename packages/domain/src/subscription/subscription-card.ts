/** Characters of the number of a subscription card. */
const cardNumberLength = 16

/**
 * The typed or scanned number of a subscription card, in the form in which numbers are compared: without spaces and hyphens, in
 * capitals. A scanned address has the number after `#`.
 * @returns undefined for a text that is no number of a card
 */
export function subscriptionCardOf(entered: string): string | undefined {
  const number = entered
    .slice(entered.lastIndexOf('#') + 1)
    .normalize('NFKC')
    .replaceAll(/[\s\p{Dash}]+/gu, '')
    .toUpperCase()
  return number.length === cardNumberLength && /^[0-9A-Z]+$/.test(number) ? number : undefined
}

/** The printed form of a card's number: in groups of four. */
export const printedCard = (number: string): string => number.match(/.{4}/g)!.join('-')
