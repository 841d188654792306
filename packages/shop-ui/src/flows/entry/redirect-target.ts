/** Routes that a sign-in may redirect to. */
const allowedPaths = /^\/(account|checkout|contributions|events|order|packages|programmes|subscriptions|tickets)(\/|$)/

/**
 * Returns the redirect target after a sign-in: the requested page of this shop, else the orders. Rejects foreign URLs.
 * @param next the unvalidated `next` parameter
 */
export function redirectTarget(next: string | null): string {
  const home = '/account/your-orders'
  if (!next?.startsWith('/')) return home
  const placeholderOrigin = 'https://shop.invalid'
  const target = URL.canParse(next, placeholderOrigin) ? new URL(next, placeholderOrigin) : undefined
  return target?.origin === placeholderOrigin && allowedPaths.test(target.pathname) ? target.pathname + target.search : home
}
