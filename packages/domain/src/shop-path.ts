/** Every path of the shop that shows a page, written as the router writes it: `:name` is a parameter, `?` makes it optional. */
export const shopPaths = [
  '/',
  '/accessibility',
  '/account/:page',
  '/account/confirm-email',
  '/account/custom/:customView/:tab?',
  '/account/guest-orders',
  '/account/overview',
  '/account/your-orders/:number',
  '/authentication',
  '/aux/:type',
  '/aux/:type/:instance',
  '/checkout/account',
  '/checkout/add-ons',
  '/checkout/additional-details',
  '/checkout/basket',
  '/checkout/billing',
  '/checkout/billing-address',
  '/checkout/booking-protect',
  '/checkout/contact-preferences',
  '/checkout/delivery',
  '/checkout/gift-aid',
  '/checkout/household',
  '/checkout/memberships',
  '/checkout/payment',
  '/checkout/review',
  '/checkout/summary',
  '/checkout/upsells',
  '/contributions/donations',
  '/contributions/donations/:fund',
  '/contributions/memberships',
  '/contributions/memberships/:membership',
  '/contributions/memberships/claim',
  '/events/:event',
  '/events/:event/:instance',
  '/events/:event/:instance/form',
  '/events/:event/:instance/price-selection',
  '/events/:event/:instance/priority-booking',
  '/events/:event/:instance/register/alternative-choices',
  '/events/:event/:instance/register/dress-rehearsal',
  '/events/:event/:instance/register/first-choice',
  '/events/:event/:instance/syos/:view?',
  '/flex-package-builder/:package',
  '/food-and-drink/:event',
  '/food-and-drink/:event/:instance',
  '/gift-certificates',
  '/gift-certificates/balance',
  '/gift-certificates/purchase',
  '/gift-vouchers',
  '/gift-vouchers/balance',
  '/gift-vouchers/purchase',
  '/listings',
  '/listings-packages',
  '/login',
  '/maintenance',
  '/maintenance-bypass',
  '/order/add-ons',
  '/order/confirmed',
  '/order/direct-debits/:outcome',
  '/order/failed',
  '/order/payment-link',
  '/order/verify',
  '/package-builder/:package',
  '/packages',
  '/packages/:package',
  '/packages/:package/:instance',
  '/packages/:package/:instance/price-selection',
  '/packages/:package/:instance/syos/:view?',
  '/preview-ended',
  '/programmes/:programme',
  '/queue',
  '/redeem-gift-voucher',
  '/register',
  '/reset-password',
  '/shared-tickets',
  '/smart/add-to-cart/donations/:fund',
  '/smart/add-to-cart/events/:event/:instance',
  '/smart/add-to-cart/gift-vouchers',
  '/smart/add-to-cart/memberships/:level',
  '/smart/add-to-cart/products',
  '/smart/add-to-cart/products/:product',
  '/smart/api',
  '/smart/audit/:instance',
  '/smart/book',
  '/smart/book/:instance',
  '/smart/customer/search',
  '/smart/food/:instance',
  '/smart/staff',
  '/smart/tables/:instance',
  '/smart/forms',
  '/smart/orders/:number',
  '/smart/payment-links',
  '/smart/catalogue',
  '/smart/catalogue/:kind',
  '/smart/catalogue/:kind/:id',
  '/smart/catalogue/:kind/new',
  '/smart/changes',
  '/smart/groups',
  '/smart/groups/:number',
  '/smart/groups/new',
  '/smart/halls',
  '/smart/halls/:hall',
  '/smart/halls/new',
  '/smart/moving-in',
  '/smart/offers',
  '/smart/offers/:offer',
  '/smart/offers/new',
  '/smart/performance-types',
  '/smart/prices',
  '/smart/prices/:list',
  '/smart/prices/:list/bands',
  '/smart/programme-file',
  '/smart/productions',
  '/smart/productions/:event',
  '/smart/productions/:event/edit',
  '/smart/productions/:event/image',
  '/smart/productions/:event/on-sale',
  '/smart/productions/:event/performances/:instance',
  '/smart/productions/:event/performances/:instance/locks',
  '/smart/productions/:event/performances/:instance/plan',
  '/smart/productions/:event/run',
  '/smart/productions/:event/translations',
  '/smart/productions/new',
  '/smart/sell',
  '/smart/sign-in',
  '/smart/takings',
  '/smart/tokens',
  '/smart/vouchers',
  '/smart/vouchers/:voucher',
  '/subscription-card',
  '/subscriptions/fixed-series/:seriesId',
  '/subscriptions/fixed-series/:seriesId/choose-dates',
  '/subscriptions/fixed-series/:seriesId/choose-prices',
  '/subscriptions/fixed-series/:seriesId/syos/:view?',
  '/subscriptions/flex',
  '/subscriptions/flex/:flexId',
  '/super-package-builder/:package',
  '/terms',
  '/tickets',
  '/your-tickets',
  // These only redirect within the shop.
  '/account',
  '/basket',
  '/checkout',
  '/packages/:package/:instance/form',
  '/packages/:package/:instance/register/alternative-choices',
  '/packages/:package/:instance/register/dress-rehearsal',
  '/packages/:package/:instance/register/first-choice',
  '/smart',
] as const

export type ShopPath = (typeof shopPaths)[number]
/** A path whose page may be missing: it depends on its parameters. */
export type ParameterPath = Extract<ShopPath, `${string}:${string}`>

export type MatchedPath = { readonly path: ShopPath; readonly params: Readonly<Record<string, string>> }

/** The path of the shop that a URL's path names, with its decoded parameters, or `undefined` where the shop has no such path. */
export function matchShopPath(pathname: string): MatchedPath | undefined {
  const segments = pathname === '/' ? [''] : pathname.split('/').slice(1)
  const matches = patterns.flatMap(({ path, parts }) => {
    const params = matchParts(parts, segments)
    return params ? [{ path, params }] : []
  })
  // A path without a parameter comes before one with: `/account/confirm-email` is no `/account/:page`.
  return matches.toSorted((a, b) => Object.keys(a.params).length - Object.keys(b.params).length)[0]
}

const patterns = shopPaths.map((path) => ({ path, parts: path.split('/').slice(1) }))

function matchParts(parts: readonly string[], segments: readonly string[]): Record<string, string> | undefined {
  if (segments.length > parts.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, part] of parts.entries()) {
    const segment = segments[index]
    if (segment === undefined) {
      if (!part.endsWith('?')) return undefined
    } else if (part.startsWith(':')) {
      const value = decode(segment)
      if (!value) return undefined
      params[part.replaceAll(/[:?]/g, '')] = value
    } else if (part !== segment) return undefined
  }
  return params
}

function decode(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}
