import type { PaymentHouse } from '#modules/payment'
import type { CardTerminal } from './terminal.ts'

/** What the counter works with. Without a terminal it takes no cards. */
export type CounterHouse = PaymentHouse & { readonly terminal?: CardTerminal | undefined }
