import type { ReactNode } from 'react'
import type { Plan } from '@playhouse/domain/plan'
import { useWords } from '@playhouse/shop-ui/i18n'
import type { Setting } from '#setting'
import type { ChangeSetting } from '../useSetting.ts'
import styles from './Panel.module.css'

/** Props of every section of the panel. */
export type PanelProps = { readonly setting: Setting; readonly change: ChangeSetting; readonly plan: Plan }

/** All settings, in groups. */
export function Panel({ children }: { readonly children: ReactNode }) {
  const t = useWords('preview')
  return (
    <section aria-label={t('panel.label')} className={styles['panel']} id="panel" tabIndex={-1}>
      {children}
    </section>
  )
}
