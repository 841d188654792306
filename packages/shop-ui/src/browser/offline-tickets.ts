import type { HeldTickets } from '@playhouse/api-client/contract'
import { serverNow } from './server-clock.ts'

/** Tickets with the time at which they were stored (ISO instant). */
export type StoredTickets = HeldTickets & { readonly keptAt: string }

/** The only cache entry with personal data. */
const store = 'tickets'
const entry = '/kept-tickets'
const hasCacheStorage = (): boolean => 'caches' in globalThis

/** Stores tickets on this device and replaces those stored before: there may be no network at the entrance. */
export async function storeTickets(heldTickets: HeldTickets): Promise<void> {
  if (!hasCacheStorage()) return
  const cache = await caches.open(store)
  await cache.put(entry, Response.json({ ...heldTickets, keptAt: new Date(serverNow()).toISOString() } satisfies StoredTickets))
}

/** Reads the stored tickets; `undefined` if there are none or they can't be read. */
export async function readStoredTickets(): Promise<StoredTickets | undefined> {
  if (!hasCacheStorage()) return undefined
  try {
    return (await (await caches.match(entry, { cacheName: store }))?.json()) as StoredTickets | undefined
  } catch {
    return undefined
  }
}

/** Deletes the stored tickets unless they belong to this customer, so that the next customer on this device sees only their own. */
export async function deleteStoredTickets(unlessOf: string | undefined): Promise<void> {
  if (!hasCacheStorage()) return
  if (unlessOf !== undefined && (await readStoredTickets())?.customer === unlessOf) return
  // Rejects only if the browser allows no cache storage; then no tickets are stored either.
  await caches.delete(store).catch(() => {})
}
