import { type ComponentType, useMemo, useState } from 'react'
import { Navigate, useNavigate } from 'react-router'
import type { Prices } from '@playhouse/api-client/contract'
import { packagePartPath, packagePathOf } from '@playhouse/domain/package-path'
import { type Plan, placeName } from '@playhouse/domain/plan'
import type { SeatNeed } from '@playhouse/domain/plan/best'
import { type CommonHall, useAccessNeeds, useCommonHall } from '#halls'
import { useWords } from '#i18n'
import { useSeatName } from '#ticketing/SeatName'
import { Button } from '#ui/Button'
import { Notice } from '#ui/Notice'
import { ProblemNotice } from '#ui/ProblemNotice'
import { Loading, SkeletonBlock } from '#ui/Skeleton'
import styles from './PackageBuilder.module.css'
import { type PackagePart, PackagePartFrame } from './PackagePart.tsx'
import { assignPriceTypes, partyOf, sizeOf } from './part-seats.ts'

/** The hall of the seat flow. */
type Seats = ComponentType<{
  readonly instance: { readonly id: string; readonly hallName: string; readonly prices: Prices }
  readonly plan: Plan
  readonly live: CommonHall['live']
  readonly heldSeats: readonly number[]
  readonly onToggle: (seat: number) => void
  readonly onStandingCountChange: (area: number, count: number) => void
  readonly accessNeeds: readonly SeatNeed[]
}>

/** Chooses the seats of a performance of a package on the map or in the list: one for each person. */
export function PackageSeatsPage({ Seats }: { readonly Seats: Seats }) {
  const t = useWords('package')
  return (
    <PackagePartFrame heading={t('part.onMap')} isStep>
      {(part) => <HallOfPart part={part} Seats={Seats} />}
    </PackagePartFrame>
  )
}

type PartProps = { readonly part: PackagePart; readonly Seats: Seats }

function HallOfPart({ part, Seats }: PartProps) {
  const { view, performance, draft } = part
  const instances = useMemo(() => [performance.instance], [performance.instance])
  const { hall, error, reload } = useCommonHall(instances, view.bands)
  if (sizeOf(partyOf(draft.people)) === 0) return <Navigate to={packagePartPath(view.package, performance.instance)} replace />
  if (error && !hall) return <ProblemNotice problem={error.problem} onRetry={() => void reload()} />
  if (!hall)
    return (
      <Loading>
        <SkeletonBlock height={28} />
      </Loading>
    )
  return <SeatChoice part={part} hall={hall} Seats={Seats} />
}

function SeatChoice({ part: { view, performance, draft, change }, hall, Seats }: PartProps & { readonly hall: CommonHall }) {
  const t = useWords('package')
  const nameOf = useSeatName()
  const navigate = useNavigate()
  const [notice, setNotice] = useState<string>()
  const { plan, isFree, onDates, prices } = hall
  const accessNeeds = useAccessNeeds(prices.priceTypes)
  const { instance } = performance
  const party = partyOf(draft.people)
  const size = sizeOf(party)
  const saved = (draft.seats[instance] ?? []).flatMap(({ seat }) => plan.indexOf(seat) ?? [])
  const selection = saved.filter(isFree)
  const choicesAt = (seat: number): string[] => onDates[0]!.choicesAt(seat).map(({ id }) => id)
  const save = (seats: readonly number[]): boolean => {
    const types = assignPriceTypes(seats, party, choicesAt)
    const { [instance]: _, ...bands } = draft.bands
    const chosen = seats.map((seat) => ({ seat: plan.idOf(seat), priceType: types?.get(seat) ?? choicesAt(seat)[0] ?? '' }))
    change({ seats: { ...draft.seats, [instance]: chosen }, bands })
    return types !== undefined
  }
  const toggle = (seat: number): void => {
    setNotice(undefined)
    if (selection.includes(seat)) save(selection.filter((each) => each !== seat))
    else if (selection.length >= size) setNotice(t('seats.most'))
    else if (isFree(seat) && !save([...selection, seat])) setNotice(t('seats.unfit'))
  }
  const submit = (): void => {
    if (selection.length < size) return setNotice(t('seats.fewer', { count: size - selection.length }))
    if (!save(selection)) return setNotice(t('seats.unfit'))
    void navigate(packagePathOf(view), { viewTransition: true })
  }
  return (
    <div className={styles.wide}>
      <p>{t('seats.lead', { count: size })}</p>
      {saved.length > selection.length && (
        <Notice tone="warning" role="alert">
          {t('seats.lost')}
        </Notice>
      )}
      <div className={styles.hall}>
        <Seats
          instance={{ id: instance, hallName: plan.name, prices }}
          plan={plan}
          live={hall.live}
          heldSeats={selection}
          onToggle={toggle}
          onStandingCountChange={() => {}}
          accessNeeds={accessNeeds}
        />
      </div>
      <section aria-labelledby="part-seats" className={styles.group}>
        <h2 id="part-seats">{t('seats.yours')}</h2>
        {selection.length === 0 ? (
          <p>{t('seats.none')}</p>
        ) : (
          <ul role="list" className={styles.parts}>
            {selection.map((seat) => (
              <li key={seat} className={styles.seat}>
                <span>{nameOf(placeName(plan, seat))}</span>
                <Button
                  look="quiet"
                  aria-label={t('seats.removeSeat', { seat: nameOf(placeName(plan, seat)) })}
                  onPress={() => toggle(seat)}
                >
                  {t('seats.remove')}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </section>
      {notice && (
        <Notice tone="warning" role="alert">
          {notice}
        </Notice>
      )}
      <div>
        <Button look="primary" large onPress={submit}>
          {t('seats.use')}
        </Button>
      </div>
    </div>
  )
}
