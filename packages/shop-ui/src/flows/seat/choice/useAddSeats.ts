import { useNavigate } from 'react-router'
import { useFormats, useWords } from '#i18n'
import { announce } from '#ui/announce'
import { serverNow } from '#browser'
import { basketQuery, queryClient, useBrand } from '#server-state'
import type { SeatChoice } from './useChoice.ts'

/** The button that takes the seats: where focus goes from a list of hundreds. */
export const addSeatsId = 'add-seats'

/** Holds the chosen seats and goes to the basket, saying until when they are held; stays where it is when they can't be. */
export function useAddSeats(seats: Pick<SeatChoice, 'choice' | 'add'>): () => Promise<void> {
  const t = useWords('seat')
  const { time } = useFormats()
  const { timeZone } = useBrand()
  const navigate = useNavigate()
  return async () => {
    const count = seats.choice.length
    if (!(await seats.add())) return
    const deadline = queryClient.getQueryData(basketQuery.queryKey)?.deadline
    if (deadline)
      announce(
        t('held', {
          count,
          time: time({ startsAt: deadline, timeZone }),
          minutes: Math.round((Date.parse(deadline) - serverNow()) / 60_000),
        }),
      )
    await navigate('/checkout/basket', { viewTransition: true })
  }
}
