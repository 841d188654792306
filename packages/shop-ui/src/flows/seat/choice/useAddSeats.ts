import { useNavigate } from 'react-router'
import { useFormats, useWords } from '#i18n'
import { announce } from '#ui/announce'
import { serverNow } from '#browser'
import { basketQuery, queryClient, useBrand } from '#server-state'
import type { SeatChoice } from './useChoice.ts'

/** Id of the button that adds the seats; focus moves there from a long list. */
export const addSeatsId = 'add-seats'

/** Holds the chosen seats, announces until when, and opens the basket; stays on the screen if the hold fails. */
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
