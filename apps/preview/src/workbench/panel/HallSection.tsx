import type { ReactNode } from 'react'
import { useWords } from '@playhouse/shop-ui/i18n'
import { Checkbox } from '@playhouse/shop-ui/form/Checkbox'
import { Select } from '@playhouse/shop-ui/form/Select'
import { halls } from '@playhouse/fixtures'
import { importedHall } from '#setting'
import { Section } from '../part/Section.tsx'
import styles from './Panel.module.css'
import type { PanelProps } from './Panel.tsx'

type HallSectionProps = PanelProps & {
  /** Name of the imported hall. */
  readonly importedName: string | undefined
  readonly children: ReactNode
}

/** The choice of the hall: one of the fixtures, or one from a file. */
export function HallSection({ setting, change, plan, importedName, children }: HallSectionProps) {
  const t = useWords('preview')
  const words = useWords('seat')
  // From the texts, not from the plans: drawing a stadium for the list would take seconds.
  const own = halls.map((id) => ({ value: id as string, label: t(`hall.names.${id}`, { defaultValue: id }) }))
  const options = importedName === undefined ? own : [...own, { value: importedHall, label: importedName }]
  return (
    <Section title={t('hall.title')} isInitiallyOpen>
      <Select
        name="hall"
        label={t('hall.label')}
        options={options}
        value={options.some(({ value }) => value === setting.hall) ? setting.hall : halls[0]!}
        onChange={(next) => change({ hall: next })}
      />
      {plan.views.length > 1 && (
        <Select
          name="view"
          label={t('hall.view')}
          options={[{ value: 'all', label: words('level.all') }, ...plan.views.map(({ id, name }) => ({ value: id, label: name }))]}
          value={plan.views.some(({ id }) => id === setting.view) ? setting.view : 'all'}
          onChange={(view) => change({ view })}
        />
      )}
      <Checkbox name="showcase" value={setting.showcase} onChange={(showcase) => change({ showcase })}>
        {t('hall.showcase')}
      </Checkbox>
      <div className={styles['file']}>{children}</div>
    </Section>
  )
}
