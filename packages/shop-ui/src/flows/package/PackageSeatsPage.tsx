import { useMemo, useState } from 'react'
import { Navigate, useNavigate } from 'react-router'
import { packagePartPath, packagePathOf } from '@playhouse/domain/package-path'
import { ChosenSeats, type CommonHall, HallBox, HallLoader, type HallSeats, setStandingCount, toggleSeat, useAccessNeeds } from '#halls'
import { useWords } from '#i18n'
import { Button } from '#ui/Button'
import { Notice } from '#ui/Notice'
import styles from './PackageBuilder.module.css'
import { type PackagePart, PackagePartFrame } from './PackagePart.tsx'
import { assignPriceTypes, partyOf, sizeOf } from './part-seats.ts'

/** Chooses the seats of a performance of a package on the map or in the list: one for each person. */
export function PackageSeatsPage({ Seats }: { readonly Seats: HallSeats }) {
  const t = useWords('package')
  return (
    <PackagePartFrame heading={t('part.onMap')} isStep>
      {(part) => <HallOfPart part={part} Seats={Seats} />}
    </PackagePartFrame>
  )
}

type PartProps = { readonly part: PackagePart; readonly Seats: HallSeats }

function HallOfPart({ part, Seats }: PartProps) {
  const { view, performance, draft } = part
  const instances = useMemo(() => [performance.instance], [performance.instance])
  if (sizeOf(partyOf(draft.people)) === 0) return <Navigate to={packagePartPath(view.package, performance.instance)} replace />
  return (
    <HallLoader instances={instances} bands={view.bands}>
      {(hall) => <SeatChoice part={part} hall={hall} Seats={Seats} />}
    </HallLoader>
  )
}

function SeatChoice({ part: { view, performance, draft, change }, hall, Seats }: PartProps & { readonly hall: CommonHall }) {
  const t = useWords('package')
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
  const choice = { plan, isFree, chosen: selection, most: size }
  const apply = (changed: ReturnType<typeof toggleSeat>): void => {
    if (!changed) return
    const isFit = save(changed.seats)
    setNotice(changed.isFull ? t('seats.most') : isFit || changed.seats.length < selection.length ? undefined : t('seats.unfit'))
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
      <HallBox>
        <Seats
          instance={{ id: instance, hallName: plan.name, prices }}
          plan={plan}
          live={hall.live}
          heldSeats={selection}
          onToggle={(seat) => apply(toggleSeat(choice, seat))}
          onStandingCountChange={(area, count) => apply(setStandingCount(choice, area, count))}
          accessNeeds={accessNeeds}
        />
      </HallBox>
      <ChosenSeats
        plan={plan}
        seats={selection}
        words={{
          title: t('seats.yours'),
          none: t('seats.none'),
          remove: t('seats.remove'),
          removeSeat: (seat) => t('seats.removeSeat', { seat }),
        }}
        onRemove={(seat) => apply(toggleSeat(choice, seat))}
      />
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
