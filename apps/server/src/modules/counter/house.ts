import type { PaymentHouse } from '#modules/payment'
import type { CardTerminal } from './terminal.ts'

/** What the counter works with. Without a terminal it takes no cards. */
export type CounterHouse = PaymentHouse & { readonly terminal?: CardTerminal | undefined }

/** Who somebody is to the books who gave no name; the schema brings the row. */
export const walkIn = '00000000-0000-4000-8000-000000000001'
