type ScriptAddress = { readonly createScriptURL: (address: string) => string }
type TrustedTypes = { readonly createPolicy: (name: string, rules: ScriptAddress) => ScriptAddress }

let registration: Promise<unknown> | undefined

/**
 * Registers the service worker that opens the tickets offline. Only the pages of tickets allow it: the server writes its URL into
 * the page, and the Trusted Types policy of the page allows no other script URL.
 */
export async function registerServiceWorker(page: Document = document): Promise<void> {
  const address = page.querySelector<HTMLMetaElement>('meta[name="service-worker"]')?.content
  if (!address || !('serviceWorker' in navigator)) return
  registration ??= navigator.serviceWorker.register(trustedScriptUrl(address), { scope: '/', type: 'module', updateViaCache: 'none' })
  // Without the service worker the tickets are stored as well, and an open page shows them.
  await registration.catch(() => {})
}

function trustedScriptUrl(address: string): string {
  const { trustedTypes } = globalThis as unknown as { readonly trustedTypes?: TrustedTypes }
  const rules: ScriptAddress = {
    createScriptURL: (url) => {
      if (url !== '/sw.js') throw new TypeError(`not the service worker: ${url}`)
      return url
    },
  }
  return (trustedTypes?.createPolicy('offline-tickets', rules) ?? rules).createScriptURL(address)
}
