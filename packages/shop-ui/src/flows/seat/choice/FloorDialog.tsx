import { useSyncExternalStore } from 'react'
import type { SeatStore } from '@playhouse/seatmap/store'
import { useWords } from '#i18n'
import { Button } from '#ui/Button'
import { Dialog, DialogActions } from '#ui/Dialog'
import { NumberStepper } from '#form/NumberStepper'
import { BandSwatch } from '../words/BandSwatch.tsx'
import styles from './FloorDialog.module.css'
import { bandAt, type SeatingModel } from '../model/seating-model.ts'
import { placesIn } from './standing-places.ts'
import type { SeatChoice } from './useChoice.ts'
import { useSeatVoice } from '../words/useSeatVoice.ts'

type FloorDialogProps = {
  readonly model: SeatingModel
  readonly store: SeatStore
  readonly seats: Pick<SeatChoice, 'choice' | 'occupancy' | 'chooseStanding' | 'capacity'>
  /** Index of a standing area. */
  readonly area: number
  readonly onClose: () => void
}

/** Dialog for the number of standing places of an area. */
export function FloorDialog({ model, store, seats, area, onClose }: FloorDialogProps) {
  const t = useWords('seat')
  const voice = useSeatVoice(model)
  useSyncExternalStore(store.subscribe, store.revision)
  const { plan } = model
  const { name, firstSeat, seatCount } = plan.areas[area]!
  const { isOpen } = seats.occupancy()
  const chosenCount = placesIn(seats.choice, plan, area).length
  const free = Array.from({ length: seatCount }, (_, place) => firstSeat + place).filter(isOpen).length
  const band = bandAt(model, firstSeat)
  return (
    <Dialog isOpen onClose={onClose} title={name}>
      <p className={styles['facts']}>
        {band && <BandSwatch band={band} />}
        <strong>{voice.price(firstSeat)}</strong>
        <span>{t(free > chosenCount ? 'filter.left' : 'filter.soldOut', { count: free - chosenCount })}</span>
      </p>
      <p className={styles['hint']}>{t('floor.hint')}</p>
      <NumberStepper
        name="places"
        label={t('list.howMany')}
        value={chosenCount}
        maximum={Math.min(free, chosenCount + seats.capacity.remaining - seats.choice.length)}
        onChange={(count) => seats.chooseStanding(area, count)}
      />
      <DialogActions>
        <Button look="primary" onPress={onClose}>
          {t('floor.done')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
