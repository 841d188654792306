import { type ReactNode, useMemo } from 'react'
import type { Instance } from '@playhouse/api-client/contract'
import { useFormats, useWords } from '#i18n'
import { announce } from '#ui/announce'
import { Button } from '#ui/Button'
import { Dialog } from '#ui/Dialog'
import { LinkButton } from '#ui/LinkButton'
import { ScrollRegion } from '#ui/ScrollRegion'
import { maxPins, type Pin, usePins } from './compare-pins.ts'
import styles from './CompareSeats.module.css'
import type { SeatingModel } from '../model/seating-model.ts'
import { pinOf } from './pin-of.ts'
import { savedEye, defaultEye } from './useEye.ts'
import { fullViewShare } from './useViewWords.ts'
import { isolate } from '../words/isolate.ts'
import { useLength } from '../words/useLength.ts'
import { seatWordKeys } from '../words/useSeatVoice.ts'
import type { SeatStatus } from '../model/visitor-seats.ts'

type CompareSeatsProps = {
  /** The current performance; seats of others link to their own date. */
  readonly instance: Instance
  readonly model: SeatingModel
  readonly statusOf: (seat: number) => SeatStatus
  /** Now by the server's clock, epoch milliseconds. */
  readonly now: () => number
  readonly onToggle: (seat: number) => void
  readonly onClose: () => void
}

/** Compares up to four seats of any dates: price, view and access. */
export function CompareSeats({ instance, model, statusOf, now, onToggle, onClose }: CompareSeatsProps) {
  const t = useWords('seat')
  const { money, number, when } = useFormats()
  const length = useLength()
  const { pins: pinnedSeats, remove } = usePins()
  // For this performance the current facts, not those at the time of pinning: prices depend on the visitor.
  const pins = useMemo(
    () =>
      pinnedSeats.map((pin) => {
        const index = pin.instance === instance.id ? model.plan.indexOf(pin.seat) : undefined
        return index === undefined ? pin : pinOf(instance, model, index)
      }),
    [pinnedSeats, instance, model],
  )
  const nameOf = ({ seating = 'row', area, row, number: seat }: Pin): string =>
    t(`yours.${seatWordKeys[seating]}`, { area: isolate(area), row: isolate(row), number: isolate(seat) })
  const yesNo = (is: boolean): string => t(is ? 'compare.yes' : 'compare.no')
  const forget = (pin: Pin): void => {
    remove(pin)
    announce(t('compare.removedSaid', { seat: nameOf(pin) }))
  }
  const rows: readonly [heading: string, cell: (pin: Pin) => ReactNode][] = [
    [t('compare.price'), ({ price }) => price !== null && <strong>{money(price)}</strong>],
    [t('compare.view'), (pin) => <StageShare pin={pin} />],
    [t('compare.distance'), ({ metres }) => length(metres)],
    [t('compare.steps'), ({ steps }) => steps !== null && (steps === 0 ? t('compare.noSteps') : number(steps))],
    [t('compare.stepFree'), ({ stepFree }) => stepFree !== null && yesNo(stepFree)],
    [t('compare.aisle'), ({ endOfRow }) => yesNo(endOfRow)],
    [t('compare.toilet'), ({ toiletMetres }) => toiletMetres !== null && length(toiletMetres)],
  ]
  const action = (pin: Pin): ReactNode => {
    if (pin.instance !== instance.id) {
      if (Date.parse(pin.startsAt) <= now()) return <span>{t('compare.over')}</span>
      return (
        <LinkButton to={`/events/${pin.event}/${pin.instance}/syos/all`} aria-label={t('compare.otherDateSeat', { seat: nameOf(pin) })}>
          {t('compare.otherDate')}
        </LinkButton>
      )
    }
    const index = model.plan.indexOf(pin.seat)
    const status = index === undefined ? 'taken' : statusOf(index)
    if (index === undefined || status !== 'free')
      return <span>{t(status === 'selected' ? 'compare.chosen' : status === 'mine' ? 'compare.inBasket' : 'compare.taken')}</span>
    return (
      <Button look="primary" aria-label={t('compare.chooseSeat', { seat: nameOf(pin) })} onPress={() => onToggle(index)}>
        {t('compare.choose')}
      </Button>
    )
  }
  return (
    <Dialog isOpen wide onClose={onClose} title={t('compare.title')}>
      {pins.length === 0 ? (
        <p>{t('compare.empty')}</p>
      ) : (
        <ScrollRegion label={t('compare.title')}>
          <table className={styles['table']}>
            <thead>
              <tr>
                <th scope="col">{t('compare.seat')}</th>
                {pins.map((pin) => (
                  <th key={pin.instance + pin.seat} scope="col">
                    <span className={styles['name']}>{nameOf(pin)}</span>
                    <span className={styles['date']}>
                      {!pins.every(({ title }) => title === pins[0]?.title) && <span>{pin.title}</span>}
                      <time dateTime={pin.startsAt}>{when(pin)}</time>
                    </span>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(([heading, cell]) => (
                <tr key={heading}>
                  <th scope="row">{heading}</th>
                  {pins.map((pin) => (
                    <td key={pin.instance + pin.seat}>{cell(pin)}</td>
                  ))}
                </tr>
              ))}
              <tr>
                <th scope="row">{t('compare.choose')}</th>
                {pins.map((pin) => (
                  <td key={pin.instance + pin.seat}>
                    <div className={styles['actions']}>
                      {action(pin)}
                      <Button look="quiet" aria-label={t('compare.remove', { seat: nameOf(pin) })} onPress={() => forget(pin)}>
                        {t('compare.forget')}
                      </Button>
                    </div>
                  </td>
                ))}
              </tr>
            </tbody>
          </table>
        </ScrollRegion>
      )}
      {pins.length === maxPins && <p className={styles['soft']}>{t('compare.full', { most: maxPins })}</p>}
    </Dialog>
  )
}

/** Visible share of the stage as text and bar, with the eye height unless it is an adult's on a chair. */
function StageShare({ pin: { share: shares, isRestricted, isSpace } }: { readonly pin: Pin }) {
  const t = useWords('seat')
  const { percent } = useFormats()
  const eye = savedEye() ?? defaultEye(isSpace)
  const viewShare = shares?.[eye]
  // The details show "all" for the same share.
  const share = viewShare !== undefined && viewShare > fullViewShare ? 1 : viewShare
  return (
    <>
      {isRestricted && <span className={styles['line']}>{t('fact.restricted')}</span>}
      {share !== undefined && (!isRestricted || share < 1) && (
        <>
          <span>{isRestricted ? t('compare.atMost', { percent: percent(share) }) : percent(share)}</span>
          <svg className={styles['bar']} viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
            <rect className={styles['ground']} width="100" height="4" />
            <rect className={styles['seen']} width={100 * share} height="4" />
          </svg>
          {eye !== 'adult' && (
            <span className={styles['soft']}>
              {t('view.eye')}: {t(`view.${eye}`)}
            </span>
          )}
        </>
      )}
    </>
  )
}
