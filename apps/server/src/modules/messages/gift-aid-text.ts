import type { Locale } from '@playhouse/domain/brand'
import type { AccountGiftAidWording } from '@playhouse/domain/giving'
import de from '@playhouse/shop-ui/words/de/checkout.json' with { type: 'json' }
import en from '@playhouse/shop-ui/words/en/checkout.json' with { type: 'json' }
import enUs from '@playhouse/shop-ui/words/en-us/checkout.json' with { type: 'json' }
import es from '@playhouse/shop-ui/words/es/checkout.json' with { type: 'json' }
import ht from '@playhouse/shop-ui/words/ht/checkout.json' with { type: 'json' }
import sv from '@playhouse/shop-ui/words/sv/checkout.json' with { type: 'json' }
import { type BrandMessages, createMessages } from './messages.ts'

const checkoutWords = createMessages('checkout', { en, 'en-us': enUs, sv, de, es, ht })

/** The keys of the texts that the account, the checkout and the counter show. */
const textKeys = { '2026-01': 'giftAid.declaration', '2026-11-later': 'giftAid.declarationLater' } as const satisfies Record<
  AccountGiftAidWording,
  string
>

/** The text of a Gift Aid declaration. */
export const giftAidText = (brand: BrandMessages, locale: Locale, wording: AccountGiftAidWording): string =>
  checkoutWords(brand, locale)(textKeys[wording])
