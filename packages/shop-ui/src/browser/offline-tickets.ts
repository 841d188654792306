import type { HeldTickets } from '@playhouse/api-client/contract'
import { serverNow } from './server-clock.ts'

/** Tickets as they were at an instant. */
export type KeptTickets = HeldTickets & { readonly keptAt: string }

/** The one entry of the one store of this device that is anybody's in particular. */
const store = 'tickets'
const entry = '/kept-tickets'
const isPossible = (): boolean => 'caches' in globalThis

/** Keeps tickets on this device, in place of those it kept before: at the door there may be no network. */
export async function keepTickets(held: HeldTickets): Promise<void> {
  if (!isPossible()) return
  const cache = await caches.open(store)
  await cache.put(entry, Response.json({ ...held, keptAt: new Date(serverNow()).toISOString() } satisfies KeptTickets))
}

/** What this device keeps; undefined where nothing is, or nothing that can be read. */
export async function keptTickets(): Promise<KeptTickets | undefined> {
  if (!isPossible()) return undefined
  try {
    return (await (await caches.match(entry, { cacheName: store }))?.json()) as KeptTickets | undefined
  } catch {
    return undefined
  }
}

/** Forgets the tickets kept here, unless they are those of this customer: whoever signs in next sees none but their own. */
export async function forgetTickets(unlessOf: string | undefined): Promise<void> {
  if (!isPossible()) return
  if (unlessOf !== undefined && (await keptTickets())?.customer === unlessOf) return
  // Rejects only where the browser allows no store at all: then nothing is kept either.
  await caches.delete(store).catch(() => {})
}
