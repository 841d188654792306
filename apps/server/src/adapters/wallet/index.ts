import type { Brand } from '@playhouse/domain/brand'
import type { Wallets } from '#modules/wallet'
import type { AppleSettings, PassIcons } from './apple.ts'
import { createGoogleLink, type GoogleSettings } from './google.ts'

export type { AppleSettings } from './apple.ts'
export type { GoogleSettings } from './google.ts'
export { readPassIcons } from './pass-icons.ts'

/** The wallets that are configured; none without settings. */
export function createWallets(
  settings: { readonly apple?: AppleSettings | undefined; readonly google?: GoogleSettings | undefined },
  context: { readonly brand: Brand; readonly icons: PassIcons },
): Wallets {
  const { apple, google } = settings
  // Loaded on first use: an installation without Apple Wallet needs no pass generator.
  const writePass = apple && memoize(async () => (await import('./apple.ts')).createApplePass(apple, context))
  const sign = google && createGoogleLink(google, context)
  return {
    offeredWallets: [...(writePass ? (['apple'] as const) : []), ...(sign ? (['google'] as const) : [])],
    applePass: async (ticket) => (await writePass?.())?.(ticket),
    googleLink: async (ticket) => sign?.(ticket),
  }
}

const memoize = <Value>(make: () => Promise<Value>): (() => Promise<Value>) => {
  let value: Promise<Value> | undefined
  return () => (value ??= make())
}
