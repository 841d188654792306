import { createMessages } from '#modules/messages'
import de from '@playhouse/shop-ui/words/de/ticket.json' with { type: 'json' }
import en from '@playhouse/shop-ui/words/en/ticket.json' with { type: 'json' }
import enUs from '@playhouse/shop-ui/words/en-us/ticket.json' with { type: 'json' }
import es from '@playhouse/shop-ui/words/es/ticket.json' with { type: 'json' }
import ht from '@playhouse/shop-ui/words/ht/ticket.json' with { type: 'json' }
import sv from '@playhouse/shop-ui/words/sv/ticket.json' with { type: 'json' }

/** The texts of tickets and calendars. They are not escaped. */
export const ticketWords = createMessages('ticket', { en, 'en-us': enUs, sv, de, es, ht })
