import { createMessages } from '#modules/messages'
import de from '@playhouse/shop-ui/words/de/mail.json' with { type: 'json' }
import en from '@playhouse/shop-ui/words/en/mail.json' with { type: 'json' }
import enUs from '@playhouse/shop-ui/words/en-us/mail.json' with { type: 'json' }
import es from '@playhouse/shop-ui/words/es/mail.json' with { type: 'json' }
import ht from '@playhouse/shop-ui/words/ht/mail.json' with { type: 'json' }
import sv from '@playhouse/shop-ui/words/sv/mail.json' with { type: 'json' }

/** The texts of mails. React escapes them in HTML. */
export const mailWords = createMessages('mail', { en, 'en-us': enUs, sv, de, es, ht })
