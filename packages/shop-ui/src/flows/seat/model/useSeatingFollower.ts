import { notifyManager, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { removeEarlyMap } from '@playhouse/seatmap/early'
import { createSeatingFollower } from '#halls'
import { api, availabilityQuery, instanceQuery, pricesQuery, refreshBasket, unwrap } from '#server-state'

/** Loads performance and prices, and replaces both at once, so that no screen shows the prices of another plan. */
async function loadSeating(client: QueryClient, instance: string): Promise<void> {
  const params = { instance }
  const [performance, prices] = await Promise.all([unwrap(api.catalogue.instance({ params })), unwrap(api.catalogue.prices({ params }))])
  // Two processes replied, and one of them does not know the change yet.
  if (performance.seatingVersion !== prices.seatingVersion) return
  const isOtherPlan = client.getQueryData(instanceQuery(instance).queryKey)?.planVersion !== performance.planVersion
  if (isOtherPlan) {
    removeEarlyMap()
    // The seats of the basket have other ids in the other plan.
    await refreshBasket()
  }
  notifyManager.batch(() => {
    client.setQueryData(instanceQuery(instance).queryKey, performance)
    client.setQueryData(pricesQuery(instance).queryKey, prices)
    if (isOtherPlan) void client.resetQueries(availabilityQuery(instance))
  })
}

/** Returns a callback for the version of plan and prices that the server has. It loads them where the screen shows others. */
export function useSeatingFollower(instance: string): (seatingVersion: string) => void {
  const client = useQueryClient()
  const [follower] = useState(() =>
    createSeatingFollower({
      shown: () => client.getQueryData(pricesQuery(instance).queryKey)?.seatingVersion,
      load: () => loadSeating(client, instance),
    }),
  )
  useEffect(() => follower.stop, [follower])
  return follower.follow
}
