type ScriptAddress = { readonly createScriptURL: (address: string) => string }
type TrustedTypes = { readonly createPolicy: (name: string, rules: ScriptAddress) => ScriptAddress }

let registration: Promise<unknown> | undefined

/**
 * Starts the service worker that opens the tickets without a network. Only a page of tickets allows it: the server names
 * its address there, and its policy a Trusted Types policy that makes this one address and no other.
 */
export async function registerServiceWorker(page: Document = document): Promise<void> {
  const address = page.querySelector<HTMLMetaElement>('meta[name="service-worker"]')?.content
  if (!address || !('serviceWorker' in navigator)) return
  registration ??= navigator.serviceWorker.register(trustedScriptUrl(address), { scope: '/', type: 'module', updateViaCache: 'none' })
  // Without it the tickets are kept all the same, and shown by a page that is open.
  await registration.catch(() => {})
}

function trustedScriptUrl(address: string): string {
  const { trustedTypes } = globalThis as unknown as { readonly trustedTypes?: TrustedTypes }
  const rules: ScriptAddress = {
    createScriptURL: (wanted) => {
      if (wanted !== '/sw.js') throw new TypeError(`not the service worker: ${wanted}`)
      return wanted
    },
  }
  return (trustedTypes?.createPolicy('offline-tickets', rules) ?? rules).createScriptURL(address)
}
