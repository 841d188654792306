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
import { useKeptFocus } from '#ui/useKeptFocus'
import { BandSwatch } from '../words/BandSwatch.tsx'
import { isSamePin, mostPins, usePins } from './compare-pins.ts'
import { bandAt, choicesAt, type House } from '../model/seating-model.ts'
import { pinOf } from './pin-of.ts'
import styles from './SeatDetails.module.css'
import { useLength } from '../words/useLength.ts'
import { useSeatVoice } from '../words/useSeatVoice.ts'
import { ViewPanel } from './ViewPanel.tsx'

type SeatDetailsProps = {
  readonly instance: Instance
  readonly house: House
  readonly index: number
  readonly standing: 'free' | 'selected' | 'mine' | 'taken'
  readonly onToggle: (index: number) => void
  readonly onClose: () => void
}

/** Everything known about one seat: its prices, what it's like, what one sees, how one gets there, what the house says of it. */
export function SeatDetails(props: SeatDetailsProps) {
  const voice = useSeatVoice(props.house)
  return (
    <Dialog isOpen wide onClose={props.onClose} title={voice.seatInHall(props.index)}>
      <SeatBody {...props} />
    </Dialog>
  )
}

function SeatBody({ instance, house, index, standing, onToggle, onClose }: SeatDetailsProps) {
  const t = useWords('seat')
  const voice = useSeatVoice(house)
  const block = blockOf(house.blocks, index)
  const taken = useRef<HTMLDivElement>(null)
  const actions = useRef<HTMLDivElement>(null)
  useKeptFocus(actions, taken)
  const before = useRef(standing)
  useEffect(() => {
    // Somebody else was quicker. Who had the focus on the button has it on the notice now, and is told by that.
    if (standing === 'taken' && before.current !== 'taken' && document.activeElement !== taken.current) announce(t('details.taken'))
    before.current = standing
  }, [standing, t])
  return (
    <>
      <div className={styles['details']}>
        <ViewPanel house={house} index={index} />
        <div className={styles['facts']}>
          {standing === 'taken' && (
            <Notice ref={taken} tabIndex={-1}>
              {t('details.taken')}
            </Notice>
          )}
          {standing === 'mine' && <Notice tone="success">{t('details.mine')}</Notice>}
          {block.length > 1 && <Notice>{t('pick.block', { count: block.length, seats: voice.seats(block) })}</Notice>}
          <SeatPrices house={house} index={index} />
          <SeatFacts house={house} index={index} />
        </div>
      </div>
      <div ref={actions} className={styles['actions']}>
        {(standing === 'free' || standing === 'selected') && (
          <Button
            look={standing === 'free' ? 'primary' : 'secondary'}
            onPress={() => {
              onToggle(index)
              onClose()
            }}
          >
            {t(standing === 'free' ? 'details.choose' : 'details.clear')}
          </Button>
        )}
        <CompareButton instance={instance} house={house} index={index} />
      </div>
    </>
  )
}

type SeatProps = { readonly house: House; readonly index: number }

function SeatPrices({ house, index }: SeatProps) {
  const t = useWords('seat')
  const voice = useSeatVoice(house)
  const band = bandAt(house, index)
  if (!band) return null
  return (
    <section>
      <h3>{t('details.prices')}</h3>
      <p className={styles['band']}>
        <BandSwatch band={band} />
        {voice.band(band)}
      </p>
      <dl className={styles['prices']}>
        {choicesAt(house, index).map(({ priceType, price }) => (
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

function SeatFacts({ house: { plan }, house, index }: SeatProps) {
  const t = useWords('seat')
  const voice = useSeatVoice(house)
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

/** A plan that came from a drawing says nothing of doors, steps and toilets: then nothing is claimed. */
const isWayKnown = ({ entrance, steps, toiletMetres }: PlanArea): boolean => entrance !== '' || steps > 0 || toiletMetres > 0

/** Puts the seat beside others, or takes it away again. */
function CompareButton({ instance, house, index }: SeatProps & { readonly instance: Instance }) {
  const t = useWords('seat')
  const voice = useSeatVoice(house)
  const { pins, add, remove } = usePins()
  const seat = { instance: instance.id, seat: house.plan.idOf(index) }
  const isPinned = pins.some((pin) => isSamePin(pin, seat))
  const isFull = !isPinned && pins.length >= mostPins
  const press = (): void => {
    const spoken = voice.seatInHall(index)
    if (isPinned) {
      remove(seat)
      announce(t('compare.removedSaid', { seat: spoken }))
    } else if (add(pinOf(instance, house, index)))
      announce(t('compare.addedSaid', { seat: spoken, count: pins.length + 1, most: mostPins }))
  }
  return (
    <>
      <Button aria-pressed={isPinned} isDisabled={isFull} onPress={press}>
        {isPinned ? <Check aria-hidden="true" /> : <Scale aria-hidden="true" />}
        {t(isPinned ? 'compare.added' : 'compare.add')}
      </Button>
      {isFull && <p className={styles['full']}>{t('compare.full', { most: mostPins })}</p>}
    </>
  )
}
