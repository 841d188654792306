import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { PlannedMove } from '@playhouse/api-client/contract'
import { expandRuns, placeName } from '@playhouse/domain/plan'
import { bands } from '@playhouse/domain/pricing'
import { OptionFinder } from '#form/OptionFinder'
import { useWords } from '#i18n'
import { Button } from '#ui/Button'
import styles from '../BoxOffice.module.css'
import { priceBandsQuery } from '../planning/planning-queries.ts'
import { type DrawnReplan, freeSeats, nameOfPlace, seatsNamed } from './replan-seats.ts'

/** Seats that the list shows at once. */
const mostOptions = 8

type Props = {
  readonly move: PlannedMove
  readonly drawn: DrawnReplan
  readonly priceList: string
  readonly isOpen: boolean
  readonly isPending: boolean
  readonly onOpen: (from: string | undefined) => void
  readonly onChoose: (to: string | null) => void
}

/** Chooses a seat of the other plan by hand, or returns to the proposed one. */
export function SeatChoice({ move, drawn, priceList, isOpen, isPending, onOpen, onChoose }: Props) {
  const t = useWords('replan')
  const opener = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    // The field is gone, and with it the focus.
    if (wasOpen.current && !isOpen) opener.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  const seat = nameOfPlace(move.from)
  if (isOpen)
    return (
      <div className={styles['stack']}>
        <FreeSeatField {...{ move, drawn, priceList, onChoose }} />
        <Button onPress={() => onOpen(undefined)}>{t('hand.cancel')}</Button>
      </div>
    )
  return (
    <div className={styles['inline']}>
      <Button ref={opener} look="quiet" isPending={isPending} aria-label={t('hand.openFor', { seat })} onPress={() => onOpen(move.from.id)}>
        {t('hand.open')}
      </Button>
      {move.kind === 'by-hand' && (
        <Button look="quiet" isPending={isPending} aria-label={t('hand.withdrawFor', { seat })} onPress={() => onChoose(null)}>
          {t('hand.withdraw')}
        </Button>
      )}
    </div>
  )
}

type FieldProps = Pick<Props, 'move' | 'drawn' | 'priceList' | 'onChoose'>

/** A field that finds a free seat by its name, the nearest first. */
function FreeSeatField({ move, drawn, priceList, onChoose }: FieldProps) {
  const t = useWords('replan')
  const words = useWords('planning')
  const [typed, setTyped] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const { to } = drawn
  const { data: painted } = useQuery(priceBandsQuery(priceList))
  const bandOf = useMemo(() => painted && expandRuns(painted.seatBands, new Uint8Array(to.seatCount)), [painted, to])
  const free = useMemo(() => freeSeats(drawn, move.from.id), [drawn, move])
  const options = seatsNamed(to, free, typed)
    .slice(0, mostOptions)
    .map((seat) => ({
      value: to.idOf(seat),
      label: nameOfPlace(placeName(to, seat)),
      ...(bandOf && { detail: words(`band.${bands[bandOf[seat]!]!}`) }),
    }))
  return (
    <OptionFinder
      name="replan-seat"
      label={t('hand.label', { seat: nameOfPlace(move.from) })}
      hint={t('hand.hint')}
      options={options}
      typed={typed}
      onType={setTyped}
      onChoose={onChoose}
      noMatch={t('hand.none')}
      results={t('hand.free')}
      ref={field}
    />
  )
}
