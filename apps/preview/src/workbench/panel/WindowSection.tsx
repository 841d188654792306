import { useFormats, useWords } from '@playhouse/shop-ui/i18n'
import { Checkbox } from '@playhouse/shop-ui/form/Checkbox'
import { NumberStepper } from '@playhouse/shop-ui/form/NumberStepper'
import { Select } from '@playhouse/shop-ui/form/Select'
import { viewportNames, viewports, visions } from '#setting'
import { Section } from '../part/Section.tsx'
import styles from './Panel.module.css'
import type { PanelProps } from './Panel.tsx'

/** The visitor's window, vision and settings. */
export function WindowSection({ setting, change }: PanelProps) {
  const t = useWords('preview')
  const { number } = useFormats()
  return (
    <Section title={t('window.title')}>
      <Select
        name="viewport"
        label={t('window.viewport')}
        options={viewportNames.map((value) => {
          const size = viewports[value]
          return { value, label: t(`viewport.${value}`), ...(size && { detail: `${number(size.width)} × ${number(size.height)}` }) }
        })}
        value={setting.viewport}
        onChange={(viewport) => change({ viewport })}
      />
      {setting.viewport === 'custom' && (
        <div className={styles['pair']}>
          <NumberStepper
            name="width"
            label={t('window.width')}
            value={setting.width}
            onChange={(width) => change({ width })}
            minimum={200}
            maximum={4000}
          />
          <NumberStepper
            name="height"
            label={t('window.height')}
            value={setting.height}
            onChange={(height) => change({ height })}
            minimum={200}
            maximum={4000}
          />
        </div>
      )}
      <Select
        name="vision"
        label={t('window.vision')}
        options={visions.map((value) => ({ value, label: t(`vision.${value}`) }))}
        value={setting.vision}
        onChange={(vision) => change({ vision })}
        hint={t('window.visionHint')}
      />
      <Checkbox name="text" value={setting.text === 200} onChange={(isLarge) => change({ text: isLarge ? 200 : 100 })}>
        {t('window.text')}
      </Checkbox>
      <Checkbox name="still" value={setting.still} onChange={(still) => change({ still })}>
        {t('window.still')}
      </Checkbox>
    </Section>
  )
}
