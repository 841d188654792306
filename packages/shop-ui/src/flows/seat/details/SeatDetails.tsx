import { Check, Scale } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Instance } from '@playhouse/api-client/contract'
import { blockOf, type PlanArea } from '@playhouse/domain/plan'
import { useWords } from '#i18n'
import { announce } from '#ui/announce'
import { Button } from '#ui/Button'
import { Dialog } from '#ui/Dialog'
import { Notice } from '#ui/Notice'
import { Price } from '#ticketing/Price'
import { useFocusFallback } from '#ui/useFocusFallback'
import { BandSwatch } from '../words/BandSwatch.tsx'
import { isSamePin, maxPins, usePins } from './compare-pins.ts'
import { bandAt, choicesAt, type SeatingModel } from '../model/seating-model.ts'
import { pinOf } from './pin-of.ts'
import styles from './SeatDetails.module.css'
import { useLength } from '../words/useLength.ts'
import { useSeatVoice } from '../words/useSeatVoice.ts'
import { ViewPanel } from './ViewPanel.tsx'
import type { SeatStatus } from '../model/visitor-seats.ts'

type SeatDetailsProps = {
  readonly instance: Instance
  readonly model: SeatingModel
  readonly index: number
  readonly status: SeatStatus
  readonly onToggle: (index: number) => void
  readonly onClose: () => void
}

/** Details of a seat: prices, facts, view, access, and the theatre's note. */
export function SeatDetails(props: SeatDetailsProps) {
  const voice = useSeatVoice(props.model)
  return (
    <Dialog isOpen wide onClose={props.onClose} title={voice.seatInHall(props.index)}>
      <SeatBody {...props} />
    </Dialog>
  )
}

function SeatBody({ instance, model, index, status, onToggle, onClose }: SeatDetailsProps) {
  const t = useWords('seat')
  const voice = useSeatVoice(model)
  const block = blockOf(model.blocks, index)
  const takenElement = useRef<HTMLDivElement>(null)
  const actions = useRef<HTMLDivElement>(null)
  useFocusFallback(actions, takenElement)
  const before = useRef(status)
  useEffect(() => {
    // Another visitor has taken the seat. Focus moves from the removed button to the notice, which announces it.
    if (status === 'taken' && before.current !== 'taken' && document.activeElement !== takenElement.current) announce(t('details.taken'))
    before.current = status
  }, [status, t])
  return (
    <>
      <div className={styles['details']}>
        <ViewPanel model={model} index={index} />
        <div className={styles['facts']}>
          {status === 'taken' && (
            <Notice ref={takenElement} tabIndex={-1}>
              {t('details.taken')}
            </Notice>
          )}
          {status === 'mine' && <Notice tone="success">{t('details.mine')}</Notice>}
          {block.length > 1 && <Notice>{t('pick.block', { count: block.length, seats: voice.seats(block) })}</Notice>}
          <SeatPrices model={model} index={index} />
          <SeatFacts model={model} index={index} />
        </div>
      </div>
      <div ref={actions} className={styles['actions']}>
        {(status === 'free' || status === 'selected') && (
          <Button
            look={status === 'free' ? 'primary' : 'secondary'}
            onPress={() => {
              onToggle(index)
              onClose()
            }}
          >
            {t(status === 'free' ? 'details.choose' : 'details.clear')}
          </Button>
        )}
        <CompareButton instance={instance} model={model} index={index} />
      </div>
    </>
  )
}

type SeatProps = { readonly model: SeatingModel; readonly index: number }

function SeatPrices({ model, index }: SeatProps) {
  const t = useWords('seat')
  const voice = useSeatVoice(model)
  const band = bandAt(model, index)
  if (!band) return null
  return (
    <section>
      <h3>{t('details.prices')}</h3>
      <p className={styles['band']}>
        <BandSwatch band={band} />
        {voice.band(band)}
      </p>
      <dl className={styles['prices']}>
        {choicesAt(model, index).map(({ priceType, price }) => (
          <div key={priceType.id}>
            <dt>{priceType.name}</dt>
            <dd>
              <Price amount={price} free />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function SeatFacts({ model: { plan }, model, index }: SeatProps) {
  const t = useWords('seat')
  const voice = useSeatVoice(model)
  const length = useLength()
  const area = plan.areas[plan.areaOf[index]!]!
  const note = plan.noteOf(index)
  return (
    <>
      <section>
        <h3>{t('details.facts')}</h3>
        <ul>
          {voice.allFacts(index).map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
        {note && (
          <p className={styles['note']}>
            <strong>{t('details.note')}:</strong> {note}
          </p>
        )}
      </section>
      {isWayKnown(area) && (
        <section>
          <h3>{t('details.way')}</h3>
          <ul>
            {area.entrance && <li>{area.entrance}</li>}
            {area.steps > 0 && !area.entrance.includes(String(area.steps)) && <li>{t('details.stepsUp', { count: area.steps })}</li>}
            {area.toiletMetres > 0 && <li>{t('details.toilet', { length: length(area.toiletMetres) })}</li>}
          </ul>
        </section>
      )}
    </>
  )
}

/** Whether the plan has data about entrances, steps and toilets; imported plans may have none. */
const isWayKnown = ({ entrance, steps, toiletMetres }: PlanArea): boolean => entrance !== '' || steps > 0 || toiletMetres > 0

/** Adds the seat to the comparison or removes it. */
function CompareButton({ instance, model, index }: SeatProps & { readonly instance: Instance }) {
  const t = useWords('seat')
  const voice = useSeatVoice(model)
  const { pins, add, remove } = usePins()
  const seat = { instance: instance.id, seat: model.plan.idOf(index) }
  const isPinned = pins.some((pin) => isSamePin(pin, seat))
  const isFull = !isPinned && pins.length >= maxPins
  const press = (): void => {
    const seatName = voice.seatInHall(index)
    if (isPinned) {
      remove(seat)
      announce(t('compare.removedSaid', { seat: seatName }))
    } else if (add(pinOf(instance, model, index)))
      announce(t('compare.addedSaid', { seat: seatName, count: pins.length + 1, most: maxPins }))
  }
  return (
    <>
      <Button aria-pressed={isPinned} isDisabled={isFull} onPress={press}>
        {isPinned ? <Check aria-hidden="true" /> : <Scale aria-hidden="true" />}
        {t(isPinned ? 'compare.added' : 'compare.add')}
      </Button>
      {isFull && <p className={styles['full']}>{t('compare.full', { most: maxPins })}</p>}
    </>
  )
}
