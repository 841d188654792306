import type { HeldTickets } from '@playhouse/api-client/contract'
import { serverNow } from './server-clock.ts'

/** Tickets as they were at an instant. */
export type StoredTickets = HeldTickets & { readonly keptAt: string }

/** The one entry of the one store of this device that is anybody's in particular. */
const store = 'tickets'
const entry = '/kept-tickets'
const hasCacheStorage = (): boolean => 'caches' in globalThis

/** Keeps tickets on this device, in place of those it kept before: at the door there may be no network. */
export async function storeTickets(held: HeldTickets): Promise<void> {
  if (!hasCacheStorage()) return
  const cache = await caches.open(store)
  await cache.put(entry, Response.json({ ...held, keptAt: new Date(serverNow()).toISOString() } satisfies StoredTickets))
}

/** What this device keeps; undefined where nothing is, or nothing that can be read. */
export async function readStoredTickets(): Promise<StoredTickets | undefined> {
  if (!hasCacheStorage()) return undefined
  try {
    return (await (await caches.match(entry, { cacheName: store }))?.json()) as StoredTickets | undefined
  } catch {
    return undefined
  }
}

/** Forgets the tickets kept here, unless they are those of this customer: whoever signs in next sees none but their own. */
export async function deleteStoredTickets(unlessOf: string | undefined): Promise<void> {
  if (!hasCacheStorage()) return
  if (unlessOf !== undefined && (await readStoredTickets())?.customer === unlessOf) return
  // Rejects only where the browser allows no store at all: then nothing is kept either.
  await caches.delete(store).catch(() => {})
}
