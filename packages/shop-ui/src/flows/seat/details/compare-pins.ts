import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import type { Money } from '@playhouse/domain/money'
import type { Seating } from '@playhouse/domain/plan'
import type { Eye } from '@playhouse/seatmap/view-from-seat'

/** Maximum number of seats in the comparison. */
export const maxPins = 4

/**
 * A seat in the comparison, with its facts at the time of pinning: so no other performance's hall must be loaded. Facts, not
 * texts: the locale may change.
 */
export type Pin = {
  readonly instance: string
  readonly event: string
  readonly title: string
  readonly startsAt: string
  readonly timeZone: string
  readonly seat: string
  /** Absent in pins that older versions stored. */
  readonly seating?: Seating
  readonly area: string
  readonly row: string
  readonly number: string
  readonly price: Money | null
  /** Visible share of the stage, 0 to 1; null if the plan has no heights. */
  readonly share: Readonly<Record<Eye, number>> | null
  /** The theatre reports a restricted view. */
  readonly isRestricted?: boolean
  /** A wheelchair space. */
  readonly isSpace?: boolean
  readonly metres: number
  /** Null if the plan has no data. */
  readonly steps: number | null
  readonly endOfRow: boolean
  readonly stepFree: boolean | null
  readonly toiletMetres: number | null
}

type Pins = {
  readonly pins: readonly Pin[]
  /** Returns false if there are {@link maxPins} already. */
  readonly add: (pin: Pin) => boolean
  readonly remove: (pin: Pick<Pin, 'instance' | 'seat'>) => void
}

export const isSamePin = (a: Pick<Pin, 'instance' | 'seat'>, b: Pick<Pin, 'instance' | 'seat'>): boolean =>
  a.instance === b.instance && a.seat === b.seat

/** The seats in the comparison, of any dates; stored in this browser. Unreadable data is discarded. */
export const usePins = create<Pins>()(
  persist(
    (set, get) => ({
      pins: [],
      add: (pin) => {
        const { pins } = get()
        if (pins.some((one) => isSamePin(one, pin))) return true
        if (pins.length >= maxPins) return false
        set({ pins: [...pins, pin] })
        return true
      },
      remove: (pin) => set(({ pins }) => ({ pins: pins.filter((one) => !isSamePin(one, pin)) })),
    }),
    {
      name: 'compare',
      version: 1,
      storage: createJSONStorage(() => localStorage),
      partialize: ({ pins }) => ({ pins }),
      merge: (storedState, now) => ({ ...now, pins: readPins(storedState) }),
    },
  ),
)

/** Drops invalid pins: data of other or older versions must not break the table. */
function readPins(storedState: unknown): Pin[] {
  const { pins } = (storedState ?? {}) as { readonly pins?: unknown }
  const isPin = (pin: Partial<Pin> | null): boolean =>
    typeof pin?.seat === 'string' &&
    typeof pin.instance === 'string' &&
    typeof pin.share === 'object' &&
    !Number.isNaN(Date.parse(pin.startsAt ?? ''))
  return Array.isArray(pins) ? (pins as Pin[]).filter(isPin).slice(0, maxPins) : []
}
