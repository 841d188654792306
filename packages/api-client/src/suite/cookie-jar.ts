let networks = 0

/** A fetch with a memory for cookies, as a browser has one: each jar is another visitor, from a network and a /24 of its own. `known` are cookies it begins with. */
export function fetchWithCookies(
  fetcher: typeof fetch = fetch,
  known: readonly (readonly [name: string, value: string])[] = [],
): typeof fetch {
  const jar = new Map<string, string>(known)
  const network = `10.${++networks & 255}.${(networks >> 8) & 255}.98`
  return async (input, init) => {
    const headers = new Headers(init?.headers)
    // Believed by a server that is told to (`TRUST_PROXY`): what one network may do in a minute is not for all visitors together.
    if (!headers.has('x-forwarded-for')) headers.set('x-forwarded-for', network)
    if (jar.size > 0) headers.set('cookie', [...jar].map(([name, value]) => `${name}=${value}`).join('; '))
    const response = await fetcher(input, { ...init, headers })
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = cookie.split(';')
      const [name = '', value = ''] = pair.split('=')
      const over = attributes.some((attribute) => /max-age=0|expires=thu, 01 jan 1970/i.test(attribute))
      if (over) jar.delete(name.trim())
      else jar.set(name.trim(), value.trim())
    }
    return response
  }
}
