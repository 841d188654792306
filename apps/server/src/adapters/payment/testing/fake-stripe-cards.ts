import { randomBytes } from 'node:crypto'

/** The behaviour of a saved card in off-session charges, as Stripe's test cards have it. */
export type FakeCardBehaviour = 'pays' | 'declines' | 'asks' | 'processes'

type FakeCustomer = { readonly id: string; readonly email: string; readonly metadata: Readonly<Record<string, string>> }
type FakeCard = { readonly id: string; readonly behaviour: FakeCardBehaviour; customer: string | null }

/** The customers of the fake of Stripe, and their cards. */
export class FakeCards {
  readonly #customers = new Map<string, FakeCustomer>()
  readonly #cards = new Map<string, FakeCard>()

  createCustomer(email: string, metadata: FakeCustomer['metadata']): object {
    const customer = { id: `cus_${randomBytes(7).toString('hex')}`, email, metadata }
    this.#customers.set(customer.id, customer)
    return { object: 'customer', ...customer }
  }

  listCustomers(email: string | undefined): object[] {
    return [...this.#customers.values()]
      .filter((customer) => customer.email === email)
      .map((customer) => ({ object: 'customer', ...customer }))
  }

  hasCustomer(id: string): boolean {
    return this.#customers.has(id)
  }

  /** @returns whether the customer existed; the cards of a deleted customer are detached */
  deleteCustomer(id: string): boolean {
    for (const card of this.#cards.values()) if (card.customer === id) card.customer = null
    return this.#customers.delete(id)
  }

  /** @param customer null for a card that is used once */
  createCard(behaviour: FakeCardBehaviour, customer: string | null): string {
    const id = `pm_${randomBytes(12).toString('hex')}`
    this.#cards.set(id, { id, behaviour, customer })
    return id
  }

  find(id: string | undefined): FakeCard | undefined {
    return id === undefined ? undefined : this.#cards.get(id)
  }

  /** The payment method object of a card; null for an unknown one. */
  describe(id: string | undefined): object | null {
    const card = this.find(id)
    return (
      (card && {
        id: card.id,
        object: 'payment_method',
        type: 'card',
        customer: card.customer,
        card: { brand: 'visa', last4: '4242', exp_month: 4, exp_year: 2031 },
        billing_details: {
          name: 'Ada Lovelace',
          address: { line1: '1 Bankside', line2: null, city: 'London', postal_code: 'SE1 2SG', country: 'GB' },
        },
      }) ??
      null
    )
  }
}
