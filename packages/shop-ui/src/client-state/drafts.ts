import { create } from 'zustand'
import { previewPath } from '#browser'
import { createJSONStorage, persist } from 'zustand/middleware'

/** A seat that the visitor has chosen and the server does not hold yet. */
export type SeatDraft = { readonly seat: string; readonly priceType: string }

type Drafts = {
  /** Chosen seats that are not held yet, by performance. */
  readonly seats: Readonly<Record<string, readonly SeatDraft[]>>
  /** Values of forms that have not been submitted, by step. They survive an expired hold or session. */
  readonly forms: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /** The id of the customer who was signed in last; undefined before a sign-in. */
  readonly owner: string | undefined
  readonly chooseSeats: (instance: string, seats: readonly SeatDraft[]) => void
  readonly saveForm: (step: string, values: Readonly<Record<string, unknown>>) => void
  readonly deleteForm: (step: string) => void
  /** Sets the owner of the drafts: a customer, or an anonymous visitor. Deletes drafts that belong to another customer. */
  readonly changeOwner: (customer: string | undefined) => void
  readonly deleteAll: () => void
}

const empty = { seats: {}, forms: {}, owner: undefined } as const

/**
 * Drafts of this tab, in `sessionStorage`. They survive a reload and a sign-in, but neither the closing of the tab nor another
 * customer. Never contains a password.
 */
export const useDrafts = create<Drafts>()(
  persist(
    (set) => ({
      ...empty,
      chooseSeats: (instance, seats) => set((drafts) => ({ seats: { ...drafts.seats, [instance]: seats } })),
      saveForm: (step, values) => set((drafts) => ({ forms: { ...drafts.forms, [step]: withoutSecrets(values) } })),
      deleteForm: (step) => set(({ forms: { [step]: _, ...forms } }) => ({ forms })),
      changeOwner: (owner) => set((drafts) => ({ ...(drafts.owner && drafts.owner !== owner ? empty : drafts), owner })),
      deleteAll: () => set(empty),
    }),
    {
      // The seats that were chosen in a preview are not chosen in the shop.
      name: `drafts${previewPath}`,
      version: 1,
      storage: createJSONStorage(() => sessionStorage),
      partialize: ({ seats, forms, owner }) => ({ seats, forms, owner }),
      // The `localStore` guard reads the storage and handles unreadable content.
      skipHydration: true,
    },
  ),
)

const withoutSecrets = (values: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !/password/i.test(name)))

/** Restores the drafts of this tab; drafts that can't be parsed are deleted. */
export async function restoreDrafts(): Promise<void> {
  if (useDrafts.persist.hasHydrated()) return
  try {
    await useDrafts.persist.rehydrate()
  } catch {
    useDrafts.getState().deleteAll()
  }
}
