import { useNavigate } from 'react-router'
import type { CounterItem } from '@playhouse/api-client/contract'
import { useWords } from '#i18n'
import { api } from '#server-state'
import { setCounterState, useStaffMutation } from './counter-state.ts'
import { afterAdding } from './SellPage.tsx'

/** Adds an item to the counter basket, and returns to the sale. */
export function useAddAtCounter() {
  const t = useWords('box-office')
  const navigate = useNavigate()
  const { send, problem, isPending, dismiss } = useStaffMutation()
  const add = async (body: CounterItem): Promise<void> => {
    const result = await send(() => api.counter.addItem({ body }), { onSuccess: setCounterState, message: t('sell.added') })
    if (result.ok) await navigate('/smart/sell', { state: afterAdding })
  }
  return { add, problem, isPending, dismiss }
}
