import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import type { Money } from '@playhouse/domain/money'
import type { Seating } from '@playhouse/domain/plan'
import type { Eye } from '@playhouse/seatmap/view-from-seat'

/** As many seats as fit side by side. */
export const maxPins = 4

/**
 * A seat kept for comparing, with what was known of it when it was pinned: another date's hall needn't be fetched to show
 * it. Facts, not words: they are said in whatever language is spoken then.
 */
export type Pin = {
  readonly instance: string
  readonly event: string
  readonly title: string
  readonly startsAt: string
  readonly timeZone: string
  readonly seat: string
  /** Left out by what kept pins before tables had words of their own. */
  readonly seating?: Seating
  readonly area: string
  readonly row: string
  readonly number: string
  readonly price: Money | null
  /** Share of the stage seen, 0 to 1; null where the plan tells no heights. */
  readonly share: Readonly<Record<Eye, number>> | null
  /** The house says that more is hidden. */
  readonly isRestricted?: boolean
  /** A wheelchair space. */
  readonly isSpace?: boolean
  readonly metres: number
  /** What a plan doesn't tell is null, and not claimed. */
  readonly steps: number | null
  readonly endOfRow: boolean
  readonly stepFree: boolean | null
  readonly toiletMetres: number | null
}

type Pins = {
  readonly pins: readonly Pin[]
  /** False when there are {@link maxPins} already. */
  readonly add: (pin: Pin) => boolean
  readonly remove: (pin: Pick<Pin, 'instance' | 'seat'>) => void
}

export const isSamePin = (a: Pick<Pin, 'instance' | 'seat'>, b: Pick<Pin, 'instance' | 'seat'>): boolean =>
  a.instance === b.instance && a.seat === b.seat

/** Seats being compared, of any dates; kept in this browser. What can't be read is forgotten. */
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
      merge: (kept, now) => ({ ...now, pins: readPins(kept) }),
    },
  ),
)

/** Only whole pins: somebody else's storage, or an older shop's, must not break the table. */
function readPins(kept: unknown): Pin[] {
  const { pins } = (kept ?? {}) as { readonly pins?: unknown }
  const isPin = (pin: Partial<Pin> | null): boolean =>
    typeof pin?.seat === 'string' &&
    typeof pin.instance === 'string' &&
    typeof pin.share === 'object' &&
    !Number.isNaN(Date.parse(pin.startsAt ?? ''))
  return Array.isArray(pins) ? (pins as Pin[]).filter(isPin).slice(0, maxPins) : []
}
