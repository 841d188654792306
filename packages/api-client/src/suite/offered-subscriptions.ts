import type { FlexDefinition } from '@playhouse/domain/flex-subscription'
import { money } from '@playhouse/domain/money'

const always = { saleFrom: null, saleUntil: null }
const everything = { productions: [], performances: [], bands: [], priceTypes: [], perPerformance: null, perCustomer: null }

/** The flexible subscriptions that `sellingBrand` sells. */
export const offeredSubscriptions: readonly FlexDefinition[] = [
  {
    ...{ ...always, ...everything, flex: 'two-plays', price: money(50_00), vouchers: 2, validMonths: 12, validUntil: null },
    ...{ name: { text: 'Two plays', translations: { sv: 'Två pjäser' } }, summary: { text: 'Two tickets of your choice.' } },
    // Its vouchers don't pay for tickets that other parts of the suite buy for the same customer.
    ...{ productions: ['the-importance-of-being-earnest'], priceTypes: ['full'], perPerformance: 2, perCustomer: 3 },
  },
  {
    ...{ ...always, ...everything, flex: 'later', price: money(40_00), vouchers: 2, validMonths: null, validUntil: '2999-12-31' },
    ...{ name: { text: 'Next season' }, summary: { text: 'On sale later.' }, saleFrom: '2999-01-01T10:00' },
  },
  {
    ...{ ...always, ...everything, flex: 'ended', price: money(40_00), vouchers: 2, validMonths: null, validUntil: '2020-12-31' },
    ...{ name: { text: 'Last season' }, summary: { text: 'Sold until its last day.' } },
  },
]

/** The number of a card of `two-plays`. */
export const offeredCard = 'CARD-2345-6789-PLAY'
