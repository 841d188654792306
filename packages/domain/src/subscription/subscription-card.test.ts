import { expect, it } from 'vitest'
import { printedCard, subscriptionCardOf } from './subscription-card.ts'

it('reads the number of a card however it is typed or scanned', () => {
  for (const entered of [
    'ABCD-2345-EFGH-6789',
    ' abcd 2345 efgh 6789 ',
    'abcd–2345efgh6789',
    'https://theatre.example/subscription-card#ABCD2345EFGH6789',
  ])
    expect(subscriptionCardOf(entered)).toBe('ABCD2345EFGH6789')
  expect(printedCard('ABCD2345EFGH6789')).toBe('ABCD-2345-EFGH-6789')
})

it.each(['', 'ABCD-2345', 'ABCD-2345-EFGH-67890', 'ABCD-2345-EFGH-678é'])('reads no number from %j', (entered) => {
  expect(subscriptionCardOf(entered)).toBeUndefined()
})
