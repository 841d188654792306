import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate, Outlet, useLocation, useParams } from 'react-router'
import { instanceQuery } from '#server-state'
import { queueStatusQuery } from './queue-queries.ts'

/**
 * Stands before the screens where seats are chosen. Where people queue for the performance, whoever has no pass is led to
 * the waiting room, and comes back to the page they asked for. Asking keeps the pass alive for as long as somebody
 * chooses; nobody is led away who is in, for what they chose would be out of their sight.
 */
export function QueueGate() {
  const { instance = '' } = useParams()
  const { pathname, search } = useLocation()
  const { data } = useQuery(instanceQuery(instance))
  const isQueued = Boolean(data?.waitingRoom)
  const { data: place, isFetchedAfterMount } = useQuery({ ...queueStatusQuery(instance), enabled: isQueued })
  const [isIn, setIn] = useState(false)
  const isThrough = place?.state === 'inside' || place?.state === 'open'
  if (isThrough && !isIn) setIn(true)
  if (!isQueued || isIn || isThrough) return <Outlet />
  if (!place || !isFetchedAfterMount) return null
  return <Navigate to={`/queue?${new URLSearchParams({ instance, to: pathname + search })}`} replace />
}
