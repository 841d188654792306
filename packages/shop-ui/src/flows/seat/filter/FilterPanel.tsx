import { useId, useRef, useSyncExternalStore } from 'react'
import { Checkbox } from 'react-aria-components/Checkbox'
import { CheckboxGroup } from 'react-aria-components/CheckboxGroup'
import type { SeatFlag, SeatType } from '@playhouse/domain/plan'
import { noFilters, type SeatFilters } from '@playhouse/seatmap/list'
import type { SeatStore } from '@playhouse/seatmap/store'
import { useFormats, useWords } from '#i18n'
import { Button } from '#ui/Button'
import { useFocusFallback } from '#ui/useFocusFallback'
import { classNames } from '#theme'
import { AccessNote } from './AccessNote.tsx'
import { BandSwatch } from '../words/BandSwatch.tsx'
import styles from './FilterPanel.module.css'
import { countMatching, filtersOf, isFiltered, toggleBand, toggleFlag, toggleType } from './filter.ts'
import { type SeatingModel, countBands } from '../model/seating-model.ts'
import { SeatGlyph } from '../words/SeatGlyph.tsx'
import { useSeatVoice } from '../words/useSeatVoice.ts'

type FilterPanelProps = {
  readonly model: SeatingModel
  readonly store: SeatStore
  readonly filters: SeatFilters
  /** Id of the current view. */
  readonly view: string
  readonly onChange: (filters: SeatFilters) => void
}

/** Filters: by price band with the number of free seats, by seat type and by fact. Filtering never moves the focus. */
export function FilterPanel({ model, store, filters, view, onChange }: FilterPanelProps) {
  const t = useWords('seat')
  const { money } = useFormats()
  const voice = useSeatVoice(model)
  const id = useId()
  const [panel, title] = [useRef<HTMLDivElement>(null), useRef<HTMLHeadingElement>(null)]
  useFocusFallback(panel, title)
  // Only this panel counts seats, so only it re-renders after a sale.
  useSyncExternalStore(store.subscribe, store.revision)
  const { types, flags } = filtersOf(model.plan)
  const kinds = [...(filters.types ?? []), ...(filters.flags ?? [])]
  return (
    <div ref={panel} className={styles['panel']}>
      <CheckboxGroup aria-labelledby={`${id}-bands`} value={[...(filters.bands ?? [])]} className={styles['group'] ?? ''}>
        <h2 ref={title} id={`${id}-bands`} tabIndex={-1} className={styles['heading']}>
          {t('filter.bands')}
        </h2>
        {countBands(model, store.outlook).map(({ band, full, free }) => (
          <Checkbox
            key={band}
            value={band}
            onChange={() => onChange(toggleBand(filters, band))}
            className={classNames(styles['band'], free === 0 && styles['none'])}
          >
            <span className={styles['swatch']}>
              <BandSwatch band={band} />
            </span>
            <span className={styles['name']}>{voice.band(band)}</span>
            <span className={styles['left']}>{free > 0 ? t('filter.left', { count: free }) : t('filter.soldOut')}</span>
            <span className={styles['price']}>{money(full)}</span>
          </Checkbox>
        ))}
      </CheckboxGroup>
      {types.length + flags.length > 0 && (
        <CheckboxGroup aria-labelledby={`${id}-kinds`} value={kinds} className={styles['group'] ?? ''}>
          <h2 id={`${id}-kinds`} className={styles['heading']}>
            {t('filter.types')}
          </h2>
          <div className={styles['chips']}>
            {types.map((type: SeatType) => (
              <Checkbox key={type} value={type} onChange={() => onChange(toggleType(filters, type))} className={styles['chip'] ?? ''}>
                <SeatGlyph type={type} />
                {t(`type.${type}`)}
              </Checkbox>
            ))}
            {flags.map((flag: SeatFlag) => (
              <Checkbox key={flag} value={flag} onChange={() => onChange(toggleFlag(filters, flag))} className={styles['chip'] ?? ''}>
                {t(`fact.${flag}`)}
              </Checkbox>
            ))}
          </div>
        </CheckboxGroup>
      )}
      <AccessNote model={model} onChange={onChange} />
      <div className={styles['foot']}>
        {isFiltered(filters) ? (
          <>
            <span>{t('filter.matching', { count: countMatching(model, filters, store.outlook, view) })}</span>
            <Button look="quiet" onPress={() => onChange(noFilters)}>
              {t('filter.clear')}
            </Button>
          </>
        ) : (
          <span>{t('filter.feesInside')}</span>
        )}
      </div>
    </div>
  )
}
