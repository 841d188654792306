import { useState } from 'react'
import { useWords } from '@playhouse/shop-ui/i18n'
import { Button } from '@playhouse/shop-ui/ui/Button'
import { Notice } from '@playhouse/shop-ui/ui/Notice'
import { type PlanFormat, planFormats } from '#export'
import { importedHall, writeLink, writeStageLink } from '#setting'
import { Section } from '../part/Section.tsx'
import styles from './Panel.module.css'
import type { PanelProps } from './Panel.tsx'

type ExportSectionProps = PanelProps & {
  readonly onExport: (format: PlanFormat) => void
  readonly onPicture: () => void
  readonly onCopy: () => void
}

/** Sharing and export: a link to the current view, and the plan as files. */
export function ExportSection({ setting, onExport, onPicture, onCopy }: ExportSectionProps) {
  const t = useWords('preview')
  const [address] = useState(() => location.href.replace(/#.*/, ''))
  return (
    <Section title={t('take.title')}>
      <div className={styles['line']}>
        <Button look="primary" onPress={onCopy}>
          {t('take.copy')}
        </Button>
        <a href={`${address}#${writeStageLink(setting)}`} target="_blank" rel="noreferrer">
          {t('take.alone')}
        </a>
      </div>
      {setting.hall === importedHall && <Notice tone="warning">{t('take.notInLink')}</Notice>}
      <label className={styles['address']}>
        <span>{t('take.address')}</span>
        <input readOnly value={`${address}#${writeLink(setting)}`} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <div className={styles['line']}>
        <span>{t('take.plan')}</span>
        {planFormats.map((format) => (
          <Button key={format} onPress={() => onExport(format)}>
            {t(`format.${format}`)}
          </Button>
        ))}
        <Button isDisabled={setting.stage !== 'map' || setting.situation === 'list'} onPress={onPicture}>
          {t('format.png')}
        </Button>
      </div>
      <p className={styles['hint']}>{t('take.hint')}</p>
    </Section>
  )
}
