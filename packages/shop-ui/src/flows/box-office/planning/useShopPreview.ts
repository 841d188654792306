import type { PreviewChoice } from '@playhouse/domain/shop-preview'
import { api } from '#server-state'
import { usePlanningMutation, type PlanningMutation } from './usePlanningMutation.ts'
import { leaveTo } from './leave.ts'

/** Opens the shop at a moment, as a person, on the page of a production. */
export function useShopPreview(event: string): {
  readonly mutation: PlanningMutation
  readonly open: (choice: PreviewChoice) => Promise<unknown>
} {
  const mutation = usePlanningMutation()
  const open = (choice: PreviewChoice): Promise<unknown> =>
    mutation.send(() => api.shopPreviews.open({ body: { event, ...choice } }), {
      onSuccess: ({ path }) => leaveTo(`${path}/events/${event}`),
    })
  return { mutation, open }
}
