import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useMemo } from 'react'
import { useParams } from 'react-router'
import type { OpenInstance } from '@playhouse/api-client/contract'
import { type Plan, readPlanBytes } from '@playhouse/domain/plan'
import type { SeatNeed } from '@playhouse/domain/plan/best'
import { SeatingChanged } from '#halls'
import { useWords } from '#i18n'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import { planQuery, ProblemError } from '#server-state'
import { BookScreen } from './BookScreen.tsx'
import { counterInstanceQuery, counterSeatsQuery } from './counter-state.ts'
import type { LiveSeats } from './live-seats.ts'
import { QueryStatus } from './QueryStatus.tsx'

/** The props of the seat map or seat list, which belongs to another flow and is passed in by the app. */
export type SeatsProps = {
  readonly instance: OpenInstance
  readonly plan: Plan
  readonly live: LiveSeats
  /** Seats of this basket; pressing one again releases it. */
  readonly heldSeats: readonly number[]
  /** Needs of the customer: a button shows only the seats that meet them. */
  readonly accessNeeds: readonly SeatNeed[]
  readonly onToggle: (seat: number) => void
  readonly onStandingCountChange: (area: number, count: number) => void
}
export type SeatsView = ComponentType<SeatsProps>

/** Sells one performance at the counter. */
export function BookPage({ Seats }: { readonly Seats: SeatsView }) {
  const t = useWords('box-office')
  const { instance: id = '' } = useParams()
  const instance = useQuery(counterInstanceQuery(id))
  const { hall = '', planVersion = '' } = instance.data ?? {}
  const bytes = useQuery({ ...planQuery(hall, planVersion), enabled: hall !== '' })
  const seats = useQuery(counterSeatsQuery(id))
  const plan = useMemo(() => bytes.data && readPlanBytes(bytes.data), [bytes.data])
  const error = [instance, bytes, seats].map((query) => query.error).find((one) => one instanceof ProblemError)
  return (
    <>
      {instance.data && <SeatingChanged key={id} instance={{ planVersion, seatingVersion: instance.data.prices.seatingVersion }} />}
      {instance.data && plan && seats.data ? (
        <BookScreen key={`${id} ${planVersion}`} instance={instance.data} plan={plan} first={seats.data} Seats={Seats} />
      ) : (
        <Page>
          <PageHeading>{t('book.title')}</PageHeading>
          <QueryStatus query={{ data: undefined, error }} height={24} />
        </Page>
      )}
    </>
  )
}
