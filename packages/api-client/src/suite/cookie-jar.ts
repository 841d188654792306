let networks = 0

/**
 * A fetch that stores cookies, as a browser does. Each one is a separate visitor in a separate /24 network.
 * @param initialCookies names and values that the jar begins with
 */
export function fetchWithCookies(
  fetcher: typeof fetch = fetch,
  initialCookies: readonly (readonly [name: string, value: string])[] = [],
): typeof fetch {
  const jar = new Map<string, string>(initialCookies)
  const network = `10.${++networks & 255}.${(networks >> 8) & 255}.98`
  return async (input, init) => {
    const headers = new Headers(init?.headers)
    // A server with `TRUST_PROXY` uses it, so that the rate limit of one network does not apply to all visitors together.
    if (!headers.has('x-forwarded-for')) headers.set('x-forwarded-for', network)
    if (jar.size > 0) headers.set('cookie', [...jar].map(([name, value]) => `${name}=${value}`).join('; '))
    const response = await fetcher(input, { ...init, headers })
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = cookie.split(';')
      const [name = '', value = ''] = pair.split('=')
      const isExpired = attributes.some((attribute) => /max-age=0|expires=thu, 01 jan 1970/i.test(attribute))
      if (isExpired) jar.delete(name.trim())
      else jar.set(name.trim(), value.trim())
    }
    return response
  }
}
