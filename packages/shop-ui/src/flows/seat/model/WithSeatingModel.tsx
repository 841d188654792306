import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue, useMemo } from 'react'
import { Navigate, useParams } from 'react-router'
import type { Instance, Prices } from '@playhouse/api-client/contract'
import { type Plan, readPlanBytes } from '@playhouse/domain/plan'
import { priorityPath } from '@playhouse/domain/priority-path'
import { bookable } from '@playhouse/domain/season'
import { withSeatInfo } from '@playhouse/domain/with-seat-info'
import { earlyMapOf, earlyPlanOf } from '@playhouse/seatmap/early'
import { useLocale, useWords } from '#i18n'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import { ProblemNotice } from '#ui/ProblemNotice'
import { availabilityQuery, instanceQuery, planQuery, pricesQuery, ProblemError } from '#server-state'
import { type SeatingModel, buildSeatingModel } from './seating-model.ts'

/** @throws ProblemError if the plan's bytes are damaged, instead of showing half a hall */
function unpackPlan(bytes: Uint8Array): Plan {
  try {
    return earlyPlanOf(bytes) ?? readPlanBytes(bytes)
  } catch {
    throw new ProblemError({ code: 'something-wrong', params: {} })
  }
}

/** A query that takes the reply of the map that was drawn before the shop had arrived, instead of fetching it again. */
function withEarlyReply<Query extends object>(query: Query, replyOf: () => Promise<unknown> | undefined): Query {
  const { queryFn } = query as { queryFn: (context: unknown) => Promise<unknown> }
  return { ...query, queryFn: async (context: unknown) => (await replyOf()?.catch(() => undefined)) ?? queryFn(context) }
}

type WithSeatingModelProps = {
  readonly title: string
  /** Shown until all data is loaded. Performance and prices arrive before the hall, or with a page that the server rendered. */
  readonly renderLoading: (known: { readonly instance: Instance; readonly prices: Prices } | undefined) => ReactNode
  readonly children: (instance: Instance, model: SeatingModel) => ReactNode
}

/** Loads the hall, prices and availability of the performance in the URL, and renders a screen with them. */
export function WithSeatingModel({ title, renderLoading, children }: WithSeatingModelProps) {
  const t = useWords('seat')
  const { event = '', instance: id = '' } = useParams()
  const instance = useQuery(instanceQuery(id))
  const prices = useQuery(pricesQuery(id))
  const { hall = '', planVersion = '' } = instance.data ?? {}
  const plan = useQuery({
    ...withEarlyReply(planQuery(hall, planVersion), () => earlyMapOf(id)?.planBytes),
    select: unpackPlan,
    enabled: hall !== '',
  })
  // Only whether it is loaded: its content goes to the seat store, outside of React.
  const availability = useQuery({ ...withEarlyReply(availabilityQuery(id), () => earlyMapOf(id)?.availability), select: () => true })
  const locale = useLocale()
  const seatInfo = instance.data?.production.seatInfo
  const model = useMemo(
    () => plan.data && prices.data && buildSeatingModel(withSeatInfo(plan.data, seatInfo, locale), prices.data),
    [plan.data, prices.data, seatInfo, locale],
  )
  const loaded = useMemo(
    () => (instance.data && model && availability.data ? { instance: instance.data, model } : undefined),
    [instance.data, model, availability.data],
  )
  // Rendered in slices: the screen takes a slow processor most of a second, during which a press would have no effect.
  const shown = useDeferredValue(loaded)

  // The performance's page explains why seats can't be chosen, or that of priority booking. Checked before problems, since the query of
  // availability returns a problem for a closed sale.
  if (instance.data && (!bookable(instance.data.availability) || instance.data.event !== event))
    return <Navigate to={closedPathOf(instance.data)} replace />
  const error = [instance, prices, plan, availability].map((query) => query.error).find((one) => one instanceof ProblemError)
  if (error && !loaded)
    return (
      <Page width="reading">
        <PageHeading>{t(title)}</PageHeading>
        <ProblemNotice problem={error.problem} />
      </Page>
    )
  return shown
    ? children(shown.instance, shown.model)
    : renderLoading(instance.data && prices.data && { instance: instance.data, prices: prices.data })
}

const closedPathOf = ({ event, id, availability }: Instance): string =>
  availability === 'priority' ? priorityPath(event, id) : `/events/${event}/${id}`
