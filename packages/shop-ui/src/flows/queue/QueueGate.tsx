import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate, Outlet, useLocation, useParams } from 'react-router'
import { instanceQuery } from '#server-state'
import { queueStatusQuery } from './queue-queries.ts'

/**
 * Guards the screens of seat selection. For a performance with a waiting room, redirects a visitor without a queue pass to the
 * waiting room and later back. Polling keeps the pass alive. A visitor who is in is never redirected, since they would lose sight
 * of their selection.
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
