import { useMemo } from 'react'
import { ToggleButton } from 'react-aria-components/ToggleButton'
import { ToggleButtonGroup } from 'react-aria-components/ToggleButtonGroup'
import { knowsHeights, typeOf } from '@playhouse/domain/plan'
import { eyes, SeatPhoto, SeatView, viewFrom } from '@playhouse/seatmap/view-from-seat'
import { useLocale, useWords } from '#i18n'
import type { SeatingModel } from '../model/seating-model.ts'
import { useBrandFilesPath } from '../model/brand-files.ts'
import { useEye } from './useEye.ts'
import { useViewWords } from './useViewWords.ts'
import styles from './ViewPanel.module.css'

type ViewPanelProps = {
  readonly model: SeatingModel
  readonly index: number
}

/** The view from a seat: the theatre's photograph if it has one, a drawing, and text, for three eye heights. */
export function ViewPanel({ model, index }: ViewPanelProps) {
  const t = useWords('seat')
  const locale = useLocale()
  const folder = useBrandFilesPath()
  return (
    <section className={styles['panel']} aria-labelledby="seat-view">
      <h3 id="seat-view">{t('view.title')}</h3>
      <SeatPhoto plan={model.plan} seat={index} locale={locale} folder={folder} caption={t('view.photo')} />
      {knowsHeights(model.plan) ? <ComputedView model={model} index={index} /> : <p>{t('view.unknown')}</p>}
    </section>
  )
}

function ComputedView({ model, index }: ViewPanelProps) {
  const t = useWords('seat')
  const words = useViewWords()
  const [eye, setEye] = useEye(typeOf(model.plan, index) === 'wheelchair')
  const view = useMemo(() => viewFrom(model.plan, index, eye), [model.plan, index, eye])
  return (
    <>
      <SeatView plan={model.plan} seat={index} eye={eye} />
      <ToggleButtonGroup
        aria-label={t('view.eye')}
        selectionMode="single"
        disallowEmptySelection
        selectedKeys={[eye]}
        onSelectionChange={([key]) => setEye(eyes.find((one) => one === key) ?? eye)}
        className={styles['eyes'] ?? ''}
      >
        {eyes.map((one) => (
          <ToggleButton key={one} id={one} className={styles['eye'] ?? ''}>
            {t(`view.${one}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <p role="status" className={styles['first']}>
        {words.first(view)}
      </p>
      <p>{words.more(view).join(' ')}</p>
      <p className={styles['how']}>{t('view.how')}</p>
    </>
  )
}
