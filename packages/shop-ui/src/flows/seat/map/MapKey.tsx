import { Check } from 'lucide-react'
import { bands } from '@playhouse/domain/pricing'
import { useWords } from '#i18n'
import { Dialog } from '#ui/Dialog'
import { classNames } from '#theme'
import { BandSwatch } from '../words/BandSwatch.tsx'
import { filtersOf } from '../filter/filter.ts'
import { bandAt, type SeatingModel } from '../model/seating-model.ts'
import styles from './MapKey.module.css'
import { SeatGlyph } from '../words/SeatGlyph.tsx'
import { useSeatVoice } from '../words/useSeatVoice.ts'

type MapKeyProps = { readonly model: SeatingModel; readonly isOpen: boolean; readonly onClose: () => void }

/** Legend of the map's colours, letters and icons, for those that occur in this hall. */
export function MapKey({ model, isOpen, onClose }: MapKeyProps) {
  const t = useWords('seat')
  const voice = useSeatVoice(model)
  if (!isOpen) return null
  const sold = bands.filter((band) => model.bandOf.some((_, seat) => bandAt(model, seat) === band))
  return (
    <Dialog isOpen onClose={onClose} title={t('key.title')}>
      <div className={styles['key']}>
        <section>
          <h3>{t('key.bands')}</h3>
          <p>{t('key.bandsHint')}</p>
          <ul role="list">
            {sold.map((band) => (
              <li key={band}>
                <BandSwatch band={band} />
                {voice.band(band)}
              </li>
            ))}
          </ul>
        </section>
        <section>
          <h3>{t('key.states')}</h3>
          <ul role="list">
            <li>
              <span className={classNames(styles['seat'], styles['selected'])}>
                <Check aria-hidden="true" />
              </span>
              {t('key.selected')}
            </li>
            <li>
              <span className={classNames(styles['seat'], styles['mine'])}>
                <Check aria-hidden="true" />
              </span>
              {t('key.mine')}
            </li>
            <li>
              <span className={classNames(styles['seat'], styles['taken'])} />
              {t('key.unavailable')}
            </li>
          </ul>
        </section>
        <section>
          <h3>{t('key.kinds')}</h3>
          <ul role="list">
            {filtersOf(model.plan).types.map((type) => (
              <li key={type}>
                <span className={classNames(styles['seat'], styles['kind'])}>
                  <SeatGlyph type={type} />
                </span>
                {t(`type.${type}`)}
              </li>
            ))}
          </ul>
        </section>
      </div>
    </Dialog>
  )
}
