/** First parts of the routes that somebody may be sent back to after signing in. */
const allowedPaths = /^\/(account|checkout|contributions|events|order|packages|programmes|subscriptions|tickets)(\/|$)/

/**
 * Where signing in leads: the page that asked for it, if it is one of ours. Anything else, a link made by somebody else
 * included, leads to the orders.
 * @param next the `next` parameter of the address, whatever it is
 */
export function redirectTarget(next: string | null): string {
  const home = '/account/your-orders'
  if (!next?.startsWith('/')) return home
  const here = 'https://shop.invalid'
  const target = URL.canParse(next, here) ? new URL(next, here) : undefined
  return target?.origin === here && allowedPaths.test(target.pathname) ? target.pathname + target.search : home
}
