import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CheckoutStep, checkoutSteps } from '@playhouse/domain/brand'
import { money } from '@playhouse/domain/money'
import { firstOpenStep, mayOpen, type StepFacts } from './first-open-step.ts'

const bridge: CheckoutStep[] = ['basket', 'account', 'delivery', 'summary', 'billing', 'payment']
const guest = { customer: null }
const customer = { customer: { id: 'c1' } }
const address = {
  line1: '1 Tooley Street',
  line2: '',
  line3: '',
  city: 'London',
  state: 'Greater London',
  postcode: 'SE1 2PF',
  country: 'GB',
}
const deliveryOptions: StepFacts['deliveryOptions'] = [
  { method: 'print-at-home', fee: money(0), needsAddress: false },
  { method: 'postal', fee: money(100), needsAddress: true },
]
const empty: StepFacts = {
  state: 'open',
  tickets: [],
  items: [],
  delivery: { method: 'print-at-home', address: null },
  deliveryOptions,
  termsAccepted: false,
  billing: null,
}
const full: StepFacts = { ...empty, tickets: [{} as StepFacts['tickets'][number]] }
const billing = { firstName: 'Ada', lastName: 'King', phone: '', address }

describe('firstOpenStep', () => {
  it.each<[string, { customer: object | null }, StepFacts, CheckoutStep]>([
    ['an empty basket', customer, empty, 'basket'],
    ['a guest with tickets', guest, full, 'account'],
    ['a signed-in customer, with preset delivery', customer, full, 'summary'],
    ['post without an address', customer, { ...full, delivery: { method: 'postal', address: null } }, 'delivery'],
    ['post with an address', customer, { ...full, delivery: { method: 'postal', address } }, 'summary'],
    ['terms accepted', customer, { ...full, termsAccepted: true }, 'billing'],
    ['billing complete', customer, { ...full, termsAccepted: true, billing }, 'payment'],
    ['an open payment', customer, { ...full, state: 'paying' }, 'payment'],
    ['an open payment of a customer whose session has ended', guest, { ...full, state: 'paying' }, 'account'],
  ])('%s', (_, visitor, basket, step) => {
    expect(firstOpenStep(bridge, visitor, basket)).toBe(step)
  })

  it('follows the brand’s order of steps', () => {
    const brooklyn: CheckoutStep[] = ['basket', 'account', 'delivery', 'billing', 'summary', 'payment']
    expect(firstOpenStep(brooklyn, customer, full)).toBe('billing')
  })
})

describe('mayOpen', () => {
  it('allows steps before the first open one, except the account step of a signed-in customer', () => {
    const openSteps = bridge.filter((step) => mayOpen(step, bridge, customer, { ...full, termsAccepted: true }))
    expect(openSteps).toEqual(['basket', 'delivery', 'summary', 'billing'])
  })

  it('allows only the payment step while a payment is open', () => {
    expect(bridge.filter((step) => mayOpen(step, bridge, customer, { ...full, state: 'paying' }))).toEqual(['payment'])
  })

  it('allows no step after the first open one, for any steps of a brand', () => {
    const steps = fc
      .shuffledSubarray([...checkoutSteps].filter((step) => step !== 'payment'))
      .map((some): CheckoutStep[] => [...some, 'payment'])
    const facts = fc.record({
      state: fc.constantFrom('open', 'paying'),
      terms: fc.boolean(),
      paid: fc.boolean(),
      tickets: fc.boolean(),
      signedIn: fc.boolean(),
    })
    fc.assert(
      fc.property(steps, facts, (brand, { state, terms, paid, tickets, signedIn }) => {
        const basket = { ...(tickets ? full : empty), state, termsAccepted: terms, billing: paid ? billing : null }
        const visitor = signedIn ? customer : guest
        const open = firstOpenStep(brand, visitor, basket)
        expect(mayOpen(open, brand, visitor, basket)).toBe(true)
        for (const step of brand.slice(brand.indexOf(open) + 1)) expect(mayOpen(step, brand, visitor, basket)).toBe(false)
      }),
    )
  })
})
