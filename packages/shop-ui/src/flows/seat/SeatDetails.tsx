import { useFormats, useWords } from '#i18n'
import { Button } from '#parts/Button'
import { Dialog, DialogActions } from '#parts/Dialog'
import { Notice } from '#parts/Notice'
import { BandSwatch } from './BandSwatch.tsx'
import { bandAt, choicesAt, type House } from './house.ts'
import styles from './SeatDetails.module.css'
import { useSeatVoice } from './useSeatVoice.ts'

type SeatDetailsProps = {
  readonly house: House
  /** Undefined while no seat is asked about. */
  readonly index: number | undefined
  readonly standing: 'free' | 'selected' | 'mine' | 'taken'
  readonly onToggle: (index: number) => void
  readonly onClose: () => void
}

/** Everything known about one seat: its prices, what it's like, how one gets there, and what the house says of it. */
export function SeatDetails({ house, index, standing, onToggle, onClose }: SeatDetailsProps) {
  const t = useWords('seat')
  const { money } = useFormats()
  const voice = useSeatVoice(house)
  if (index === undefined) return null
  const { plan } = house
  const band = bandAt(house, index)
  const area = plan.areas[plan.areaOf[index]!]!
  const note = plan.noteOf(index)
  return (
    <Dialog isOpen onClose={onClose} title={voice.seatInHall(index)}>
      <div className={styles['details']}>
        {standing === 'taken' && <Notice>{t('details.taken')}</Notice>}
        {standing === 'mine' && <Notice tone="success">{t('details.mine')}</Notice>}
        {band && (
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
                  <dd>{money(price)}</dd>
                </div>
              ))}
            </dl>
          </section>
        )}
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
        <section>
          <h3>{t('details.way')}</h3>
          <ul>
            <li>{area.entrance}</li>
            {area.steps > 0 && !area.entrance.includes(String(area.steps)) && <li>{t('details.stepsUp', { count: area.steps })}</li>}
            <li>{t('details.toilet', { metres: area.toiletMetres })}</li>
          </ul>
        </section>
        {(standing === 'free' || standing === 'selected') && (
          <DialogActions>
            <Button
              look={standing === 'free' ? 'primary' : 'secondary'}
              onPress={() => {
                onToggle(index)
                onClose()
              }}
            >
              {t(standing === 'free' ? 'details.choose' : 'details.clear')}
            </Button>
          </DialogActions>
        )}
      </div>
    </Dialog>
  )
}
