import { useMemo, useState } from 'react'
import { needsOfAccess } from '@playhouse/domain/access'
import type { Plan } from '@playhouse/domain/plan'
import { needsWithin, type SeatNeed } from '@playhouse/domain/plan/best'
import { useCounterState } from './counter-state.ts'

/** What the best available seats must have, for the customer of the sale. */
export type SeatNeeds = {
  /** The needs of the customer's access ID that the hall has seats for. */
  readonly fromAccess: readonly SeatNeed[]
  /** At first those; then what the staff user chose for this customer. */
  readonly needs: readonly SeatNeed[]
  readonly change: (needs: readonly SeatNeed[]) => void
  /** Returns to the needs of the access ID. */
  readonly reset: () => void
}

/** The needs that the typed line, the form and the map of a performance share. Another customer has other needs. */
export function useSeatNeeds(plan: Pick<Plan, 'flags' | 'type'>): SeatNeeds {
  const { customer } = useCounterState()
  const id = customer?.id
  const access = customer?.access
  const fromAccess = useMemo(() => needsWithin(plan, needsOfAccess(access ?? [])), [plan, access])
  const [chosen, setChosen] = useState<{ readonly customer: string | undefined; readonly needs: readonly SeatNeed[] }>()
  return {
    fromAccess,
    needs: chosen && chosen.customer === id ? chosen.needs : fromAccess,
    change: (needs) => setChosen({ customer: id, needs }),
    reset: () => setChosen(undefined),
  }
}
