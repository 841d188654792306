/** A fetch with a memory for cookies, as a browser has one: each jar is another visitor. `known` are cookies it begins with. */
export function fetchWithCookies(
  fetcher: typeof fetch = fetch,
  known: readonly (readonly [name: string, value: string])[] = [],
): typeof fetch {
  const jar = new Map<string, string>(known)
  return async (input, init) => {
    const headers = new Headers(init?.headers)
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
