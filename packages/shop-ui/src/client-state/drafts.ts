import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'

/** A seat chosen on the map and not held yet. */
export type SeatDraft = { readonly seat: string; readonly priceType: string }

type Drafts = {
  /** Seats chosen and not yet held, by performance. */
  readonly seats: Readonly<Record<string, readonly SeatDraft[]>>
  /** What was typed into a form that has not been sent, by step: nobody types anything twice, whatever expires. */
  readonly forms: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /** The id of the customer who was signed in last; undefined before a sign-in. */
  readonly owner: string | undefined
  readonly chooseSeats: (instance: string, seats: readonly SeatDraft[]) => void
  readonly saveForm: (step: string, values: Readonly<Record<string, unknown>>) => void
  readonly deleteForm: (step: string) => void
  /** Hands the drafts to a customer, or to an unknown visitor. Drops them if they belong to another customer. */
  readonly changeOwner: (customer: string | undefined) => void
  readonly deleteAll: () => void
}

const empty = { seats: {}, forms: {}, owner: undefined } as const

/** State of this tab alone. It survives a reload and a sign-in, not the closing of the tab
 * nor a change to another customer. Never holds a password. */
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
      name: 'drafts',
      version: 1,
      storage: createJSONStorage(() => sessionStorage),
      partialize: ({ seats, forms, owner }) => ({ seats, forms, owner }),
      // The local-store guard reads it, so that a broken store never breaks a start.
      skipHydration: true,
    },
  ),
)

const withoutSecrets = (values: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !/password/i.test(name)))

/** Reads what this tab kept; an unreadable store starts empty. */
export async function restoreDrafts(): Promise<void> {
  if (useDrafts.persist.hasHydrated()) return
  try {
    await useDrafts.persist.rehydrate()
  } catch {
    useDrafts.getState().deleteAll()
  }
}
