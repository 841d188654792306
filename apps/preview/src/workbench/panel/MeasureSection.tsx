import { useFormats, useWords } from '@playhouse/shop-ui/i18n'
import { Button } from '@playhouse/shop-ui/ui/Button'
import { Checkbox } from '@playhouse/shop-ui/form/Checkbox'
import { type Overlay, overlays } from '#setting'
import type { Measurement } from '#channel'
import { Section } from '../part/Section.tsx'
import styles from './Panel.module.css'
import type { PanelProps } from './Panel.tsx'

type MeasureSectionProps = PanelProps & {
  readonly measurement: Measurement | undefined
  readonly isMeasuring: boolean
  readonly onMeasure: () => void
}

/** The choice of overlays above the bare map, and the frame times. */
export function MeasureSection({ setting, change, measurement, isMeasuring, onMeasure }: MeasureSectionProps) {
  const t = useWords('preview')
  const { number } = useFormats()
  const onMap = setting.stage === 'map'
  const toggle = (overlay: Overlay, isShown: boolean): void =>
    change({ overlays: overlays.filter((one) => (one === overlay ? isShown : setting.overlays.includes(one))) })
  const tenth = (value: number): string => number(Math.round(value * 10) / 10)
  return (
    <Section title={t('measure.title')}>
      {!onMap && <p className={styles['hint']}>{t('measure.mapOnly')}</p>}
      {overlays.map((overlay) => (
        <Checkbox
          key={overlay}
          name={`overlay-${overlay}`}
          value={setting.overlays.includes(overlay)}
          onChange={(isShown) => toggle(overlay, isShown)}
          disabled={!onMap}
        >
          {t(`overlay.${overlay}`)}
        </Checkbox>
      ))}
      <Button isDisabled={!onMap} isPending={isMeasuring} onPress={onMeasure}>
        {t('measure.fly')}
      </Button>
      <p role="status" className={styles['hint']}>
        {measurement
          ? t('measure.result', {
              count: measurement.frames,
              seconds: tenth(measurement.seconds),
              median: tenth(measurement.medianScript),
              worst: tenth(measurement.worstScript),
            })
          : t('measure.hint')}
      </p>
    </Section>
  )
}
